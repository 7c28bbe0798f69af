"""The tables: what is in them, in which order, and how it is got at."""

from selenium.webdriver.common.keys import Keys

from browser import PageTestCase

ROWS = """
return [...document.querySelectorAll('.virtual tbody:not([aria-hidden]) tr')].map((row) =>
  [...row.cells].map((cell) => cell.textContent));
"""


class TableTests(PageTestCase):
    def rows(self):
        self.settle()
        return self.script(ROWS)

    def sort(self, title):
        self.script(
            "[...document.querySelectorAll('.virtual thead button')].find((each) => each.textContent === arguments[0]).click()", title
        )

    def test_begins_with_the_slowest(self):
        names = [row[0] for row in self.rows()]
        self.assertEqual(len(names), 10)
        self.assertEqual(names[:2], ["save album", "decode cover"])

    def test_a_head_sorts_and_sorts_the_other_way(self):
        self.sort("name")
        self.eventually_equal(lambda: [row[0] for row in self.rows()][:3], ["announce", "barrier 5", "check colours"])
        self.assertEqual(self.find(".virtual [aria-sort]").get_attribute("aria-sort"), "ascending")
        self.sort("name")
        self.eventually_equal(lambda: self.rows()[-1][0], "announce")
        self.eventually_equal(lambda: self.fragment().get("sort"), "name")
        self.open(self.page, "#sort=name")
        self.assertEqual(self.rows()[-1][0], "announce")

    def test_classes_are_summed_up_and_lead_to_their_operations(self):
        self.find("#tab-classes").click()
        classes = {row[0]: row[1:] for row in self.rows()}
        self.assertEqual(classes["ScaleOperation"][:4], ["2", "22.6 ms", "12.8 ms", "12.8 ms"])
        self.script(
            "[...document.querySelectorAll('.virtual tbody tr')].find((row) => row.textContent.startsWith('Scale')).click()"
        )
        self.eventually_equal(lambda: self.find("#search").get_attribute("value"), "class=ScaleOperation")
        self.eventually_equal(lambda: sorted(row[0] for row in self.rows()), ["scale cover", "thumbnail"])

    def test_a_row_is_chosen_by_keys(self):
        table = self.find(".virtual")
        table.send_keys(Keys.ARROW_DOWN, Keys.ARROW_DOWN, Keys.ENTER)
        self.settle()
        self.assertEqual(self.text("#detail-title"), self.rows()[2][0])
        self.assertIn("is-active", self.find(f"#{table.get_attribute('aria-activedescendant')}").get_attribute("class"))
        table.send_keys(Keys.END, " ")
        self.settle()
        self.assertEqual(self.text("#detail-title"), self.rows()[-1][0])

    def test_a_row_stays_where_it_was_clicked(self):
        for width, height in ((1440, 900), (1280, 800), (1920, 1000)):
            self.resize(width, height)
            self.open(self.page)
            self.script("document.querySelector('.table-frame').scrollIntoView({ block: 'center' })")
            row = self.find_all(".virtual tbody:not([aria-hidden]) tr")[3]
            before = row.rect["y"] - self.script("return scrollY")
            row.click()
            self.eventually_equal(lambda: self.find("#detail").is_displayed(), True)
            self.settle()
            row = self.find_all(".virtual tbody:not([aria-hidden]) tr")[3]
            self.assertAlmostEqual(row.rect["y"] - self.script("return scrollY"), before, delta=2, msg=f"{width} wide")

    def test_on_a_phone_the_panel_does_not_cover_the_row_that_was_tapped(self):
        self.resize(390, 844, is_mobile=True)
        self.open(self.page)
        self.script("document.querySelector('.table-frame').scrollIntoView({ block: 'end' })")
        row = self.find_all(".virtual tbody:not([aria-hidden]) tr")[8]
        row.click()
        self.eventually_equal(lambda: self.find("#detail").is_displayed(), True)
        self.settle()
        bottom, top = self.script(
            "return [document.querySelector('.virtual tr.is-selected').getBoundingClientRect().bottom,"
            " document.querySelector('#detail').getBoundingClientRect().top]"
        )
        self.assertLess(bottom, top)

    def test_tabs_are_changed_by_arrows(self):
        self.find("#tab-operations").send_keys(Keys.ARROW_RIGHT)
        self.assertEqual(self.script("return document.activeElement.id"), "tab-classes")
        self.assertEqual(self.find("#tab-classes").get_attribute("aria-selected"), "true")
        self.eventually_equal(lambda: self.fragment().get("table"), "classes")

    def test_what_is_printed_is_all_three_tables(self):
        self.script("window.dispatchEvent(new Event('beforeprint'))")
        self.assertEqual(
            self.script("return [...document.querySelectorAll('.printed h3')].map((each) => each.textContent)"),
            ["Operations", "Classes", "Names"],
        )
        self.assertEqual(len(self.find_all(".printed div:first-child tbody tr")), 10)
        self.script("window.dispatchEvent(new Event('afterprint'))")
        self.assertEqual(self.find_all(".printed table"), [])


class LongTableTests(PageTestCase):
    page = "mill"

    def rows(self):
        self.settle()
        return self.script(ROWS)

    def test_only_rows_that_can_be_seen_are_there(self):
        self.assertLess(len(self.rows()), 80)
        self.assertEqual(self.find(".virtual").get_attribute("aria-rowcount"), "100001")
        self.open(self.page, "#sort=-name")
        self.assertEqual([row[0] for row in self.rows()][:3], ["page 0", "page 1", "page 2"])
        self.script("document.querySelector('.table-frame').scrollTop = 30 * 50000")
        names = [row[0] for row in self.rows()]
        self.assertIn("page 50000", names)
        self.assertLess(len(names), 80)
        self.find(".virtual").send_keys(Keys.END)
        self.assertEqual(self.rows()[-1][0], "page 99999")

    def test_what_is_printed_is_a_part_of_them_and_every_finding(self):
        closed = len(self.find_all(".finding:not([open])"))
        self.assertGreater(closed, 0)
        self.script("window.dispatchEvent(new Event('beforeprint'))")
        self.assertEqual(self.find_all("#verdict details:not([open])"), [])
        self.assertIn("of 100,000", self.text(".printed h3"))
        self.script("window.dispatchEvent(new Event('afterprint'))")
        self.assertEqual(len(self.find_all(".finding:not([open])")), closed)

    def test_names_without_their_numbers_are_one_row(self):
        self.find("#tab-names").click()
        self.eventually_equal(lambda: [row[:2] for row in self.rows()], [["page #", "100,000"]])


class PhoneTests(PageTestCase):
    page = "mill"

    def test_numbers_are_whole_where_there_is_little_room(self):
        for width in (390, 768):
            self.resize(width, 800, is_mobile=True)
            self.settle()
            cut = self.script(
                "return [...document.querySelectorAll('.virtual tbody:not([aria-hidden]) td.number')]"
                ".filter((cell) => cell.checkVisibility() && cell.scrollWidth > cell.clientWidth).map((cell) => cell.textContent)"
            )
            self.assertEqual(cut, [], width)
            self.assertGreater(len(self.find_all(".virtual tbody:not([aria-hidden]) tr")), 5)


class LaptopTests(PageTestCase):
    page = "album"

    def test_the_views_stay_side_by_side_when_something_is_selected(self):
        self.resize(1440, 900)
        self.settle()
        places = "return ['graph', 'timeline'].map((id) => document.getElementById(id).getBoundingClientRect().top)"
        before = self.script(places)
        self.script("location.hash = '#op=2'")
        self.settle()
        after = self.script(places)
        self.assertEqual(before[0], before[1])
        self.assertEqual(after[0], after[1])
