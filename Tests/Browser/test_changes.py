"""What changed since another run."""

from browser import PageTestCase


class UnchangedTests(PageTestCase):
    def test_of_one_run_nothing_is_said_to_have_changed(self):
        self.assertFalse(self.find("#changes").is_displayed())

    def test_a_run_did_not_change_since_itself(self):
        self.open("album..album")
        self.assertTrue(self.find("#changes").is_displayed())
        self.assertEqual(self.text("#changes .verdict-line"), "nothing changed")
        self.assertEqual(self.find_all(".change-table"), [])


class ChangesTests(PageTestCase):
    page = "album..hung"

    def test_new_errors_are_told_first_and_with_their_sentence(self):
        self.assertIn("level-error", self.find("#changes").get_attribute("class"))
        self.assertIn("new error", self.text("#changes .verdict-line"))
        self.assertEqual(self.text("#changes h3"), "new findings")
        self.assertIn(self.text("#verdict .finding.error .sentence"), self.text("#changes"))

    def test_a_part_leads_to_its_operations(self):
        for link in self.find_all("#changes .as-link"):
            self.script("arguments[0].click()", link)
            query = self.script("return document.querySelector('.search input').value")
            self.assertIn("class=", query)
            self.eventually_equal(lambda: self.fragment().get("q"), query)
            self.until(lambda: "only what the search" in self.text("#table-words"))
            self.assertNotIn(" 0 rows", self.text("#table-words"))
        self.assertTrue(query)

    def test_what_is_gone_has_nothing_to_lead_to(self):
        removed = self.find(".change-table[aria-label='removed']")
        self.assertEqual(self.script("return arguments[0].querySelectorAll('button').length", removed), 0)
        self.assertGreater(self.script("return arguments[0].querySelectorAll('tbody tr').length", removed), 0)

    def test_it_fits_a_phone_and_keys_reach_it(self):
        self.resize(390, 800, is_mobile=True)
        self.settle()
        self.assertLessEqual(self.script("return document.documentElement.scrollWidth"), 390)
        self.assertEqual([each for each in self.texts_beyond_their_boxes() if "change" in str(each)], [])
        self.script("document.querySelector('.change-table').focus()")
        self.assertEqual(self.script("return document.activeElement.className"), "change-table")


class HostileChangesTests(PageTestCase):
    page = "album..hostile"

    def test_names_are_text(self):
        self.assertGreater(len(self.find_all("#changes tbody tr")), 3)
        self.assertEqual(self.find_all("#changes script, #changes img, #changes b"), [])
        self.assertIsNone(self.script("return window.hacked ?? null"))
