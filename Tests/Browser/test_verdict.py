"""The verdict, and the run in numbers."""

from browser import PageTestCase


class VerdictTests(PageTestCase):
    page = "hung"

    def test_a_finding_has_its_proof_and_leads_to_its_operations(self):
        self.assertIn("level-error", self.find("#verdict").get_attribute("class"))
        self.assertIn("stalled", self.text("#verdict-title"))
        self.assertTrue(self.find(".finding.error").get_attribute("open"))
        self.assertEqual(
            self.script("return [...document.querySelector('.finding').querySelectorAll('dt')].map((each) => each.textContent)"),
            ["since", "proof", "change", "operations", "holds up"],
        )
        link = self.find(".finding .operation-link")
        name = link.text
        link.click()
        self.eventually_equal(lambda: self.text("#detail-title"), name)
        self.assertIn("stalled", self.text("#detail"))


class NumbersTests(PageTestCase):
    def test_times_of_the_operations_are_those_of_the_command(self):
        sums, legend = self.script(
            """
            const { numbers } = JSON.parse(document.querySelector('#data').textContent);
            const list = [...document.querySelectorAll('#numbers figure')].at(-1);
            return [numbers.sums, [...list.querySelectorAll('.legend li')].map((each) => each.textContent)];
            """
        )
        total = sum(sums.values())
        self.assertEqual(len(legend), sum(1 for time in sums.values() if time > 0))
        executing = next(words for words in legend if words.startswith("executing"))
        self.assertIn(f"{round(100 * sums['executing'] / total)} %", executing)

    def test_what_the_panel_says_of_all_operations_adds_up_to_them(self):
        sums, count = self.script(
            "const { numbers, count } = JSON.parse(document.querySelector('#data').textContent); return [numbers.sums, count]"
        )
        units = {"ns": 1, "µs": 1e3, "ms": 1e6, "s": 1e9}
        found = 0
        for number in range(1, count + 1):
            self.script("location.hash = '#op=' + arguments[0]", str(number))
            self.eventually_equal(lambda: f"number#{number}" in self.text("#detail").replace(" ", ""), True)
            for cells in self.script(
                "return [...document.querySelector('#detail table').rows].slice(1).map((row) => [...row.cells].map((cell) => cell.textContent))"
            ):
                value, unit = cells[2].split()
                found += float(value) * units[unit]
        self.assertAlmostEqual(found / sum(sums.values()), 1, delta=0.01)

    def test_facts_of_the_run(self):
        facts = self.script("return [...document.querySelectorAll('.facts .value')].map((each) => each.textContent)")
        self.assertEqual(facts[:3], ["10", "120 ms", "80.0 ms"])
        self.assertIn("2 at the most", self.text(".facts"))
