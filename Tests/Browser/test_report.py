"""The page as a whole: what it says, that its views are linked, that it can be read by anybody on anything."""

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from browser import PageTestCase

#: Relative luminance and contrast as the accessibility guidelines define them, of each text and what it stands on.
CONTRAST = """
const parse = (text) => (text.match(/[\\d.]+/g) ?? []).map(Number);
const luminance = ([red, green, blue]) => [red, green, blue]
  .map((part) => part / 255)
  .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  .reduce((sum, part, place) => sum + part * [0.2126, 0.7152, 0.0722][place], 0);
const ground = (element) => {
  for (let each = element; each; each = each.parentElement) {
    const color = parse(getComputedStyle(each).backgroundColor);
    if (color.length === 3 || color[3] === 1) return color;
  }
  return [255, 255, 255];
};
const found = [];
for (const element of document.body.querySelectorAll('*')) {
  if (element.closest('svg, script, noscript, .unseen, .skip') || !element.checkVisibility()) continue;
  if (!Array.from(element.childNodes).some((node) => node.nodeType === Node.TEXT_NODE && node.textContent.trim())) continue;
  const [text, behind] = [luminance(parse(getComputedStyle(element).color)), luminance(ground(element))];
  const contrast = (Math.max(text, behind) + 0.05) / (Math.min(text, behind) + 0.05);
  if (contrast < 4.5) found.push(`${element.tagName}.${element.className} "${element.textContent.slice(0, 30)}": ${contrast.toFixed(2)}`);
}
return found;
"""


class OpeningTests(PageTestCase):
    def test_begins_with_the_verdict(self):
        headings = self.script("return [...document.querySelectorAll('h1, h2')].map((each) => each.textContent)")
        self.assertEqual(headings[0], "album")
        self.assertEqual(headings[1], self.text("#verdict-title"))
        self.assertIn("3 operations had not finished at the end", headings[1])

    def test_loads_nothing(self):
        self.assertEqual(self.script("return performance.getEntriesByType('resource').map((each) => each.name)"), [])

    def test_every_view_has_a_name_and_is_reached_by_its_heading(self):
        for section in self.find_all("main section:not([hidden])"):
            title = section.get_attribute("aria-labelledby")
            self.assertTrue(self.text(f"#{title}"), f"{section.get_attribute('id')} has no title")

    def test_what_can_be_used_has_a_name(self):
        nameless = self.script(
            """
            return [...document.querySelectorAll('button, input, select, canvas, [role=button], [role=slider], [tabindex="0"]')]
              .filter((each) => each.checkVisibility() && !each.closest('[aria-hidden=true]') && each.getAttribute('aria-hidden') !== 'true')
              .filter((each) => !(each.getAttribute('aria-label') || each.getAttribute('aria-labelledby')
                || each.textContent.trim() || each.labels?.length))
              .map((each) => each.outerHTML.slice(0, 120));
            """
        )
        self.assertEqual(nameless, [])


class LayoutTests(PageTestCase):
    page = None

    def test_no_text_runs_out_of_its_box(self):
        for width in (1800, 1280, 800, 375):
            for name in ("album", "hostile"):
                with self.subTest(width=width, page=name):
                    self.resize(width, 900, is_mobile=width < 500)
                    self.open(name, "#op=2")
                    self.assertEqual(self.texts_beyond_their_boxes(), [])

    def test_everything_can_be_read_in_light_and_dark(self):
        for scheme in ("light", "dark"):
            with self.subTest(scheme=scheme):
                self.emulate(prefers_color_scheme=scheme)
                self.open("album", "#op=4")
                self.assertEqual(self.script("return document.documentElement.dataset.theme"), scheme)
                self.assertEqual(self.script(CONTRAST), [])

    def test_canvases_follow_the_theme(self):
        self.open("album")
        light = self.pixels(".timeline-canvas"), self.pixels(".minimap")
        self.emulate(prefers_color_scheme="dark")
        self.until(lambda: self.script("return document.documentElement.dataset.theme") == "dark")
        self.assertNotEqual(self.pixels(".timeline-canvas"), light[0])
        self.assertNotEqual(self.pixels(".minimap"), light[1])

    def test_prints_verdict_graph_and_tables_in_light_colours(self):
        self.emulate(media="print", prefers_color_scheme="dark")
        self.open("album", "#op=2")
        seen = self.script(
            "return Object.fromEntries(['verdict', 'numbers', 'graph', 'timeline', 'charts', 'tables', 'detail'].map("
            "(id) => [id, document.getElementById(id).checkVisibility()]))"
        )
        self.assertEqual(
            seen,
            {"verdict": True, "numbers": True, "graph": True, "timeline": False, "charts": False, "tables": True, "detail": False},
        )
        self.assertEqual(
            self.script("return getComputedStyle(document.documentElement).getPropertyValue('--background').trim()"), "#ffffff"
        )
        # A printer leaves backgrounds out, and with them the bars, unless it is told otherwise.
        self.assertEqual(
            self.script(
                "return [...new Set([...document.querySelectorAll('.time-bar .part, .time-bar, .swatch')]"
                ".map((each) => getComputedStyle(each).printColorAdjust))]"
            ),
            ["exact"],
        )
        pdf = self.cdp("Page.printToPDF")
        self.assertGreater(len(pdf["data"]), 5_000)

    def test_prints_all_of_a_graph_that_is_zoomed(self):
        self.open("album")
        box = "return document.querySelector('#graph svg').getAttribute('viewBox')"
        whole = self.script(box)
        self.open("album", "#graph=10,-20,300,150")
        zoomed = self.script(box)
        self.assertNotEqual(zoomed, whole)
        self.script("dispatchEvent(new Event('beforeprint'))")
        self.assertEqual([float(each) for each in self.script(box).split()], [float(each) for each in whole.split()])
        self.script("dispatchEvent(new Event('afterprint'))")
        self.assertEqual(self.script(box), zoomed)

    def test_moves_nothing_where_less_motion_is_wanted(self):
        self.emulate(prefers_reduced_motion="reduce")
        self.open("album")
        moving = self.script(
            "return [...document.querySelectorAll('*')].filter((each) => {"
            " const style = getComputedStyle(each);"
            " return parseFloat(style.transitionDuration) > 0 || parseFloat(style.animationDuration) > 0 || style.scrollBehavior === 'smooth';"
            "}).map((each) => each.outerHTML.slice(0, 80))"
        )
        self.assertEqual(moving, [])


class PanelKeyTests(PageTestCase):
    page = "hung"

    def focused(self):
        return self.script("return [document.activeElement.id, document.activeElement.textContent.trim()]")

    def press(self, *keys):
        ActionChains(self.driver).send_keys(*keys).perform()
        self.settle()

    def test_keys_alone_go_to_the_panel_through_it_and_back(self):
        self.script("document.querySelector('#verdict .operation-link').focus()")
        opener = self.focused()[1]
        self.press(Keys.ENTER)
        self.assertEqual(self.text("#detail-title"), opener)
        self.assertIn(opener, self.text("#announcer"))
        self.press("d")
        self.assertEqual(self.focused()[0], "detail")
        self.assertNotEqual(self.script("return getComputedStyle(document.activeElement).outlineStyle"), "none")
        self.press(Keys.TAB)
        self.assertEqual(self.focused()[1], "close")
        self.press(Keys.TAB)
        other = self.focused()[1]
        self.assertNotEqual(other, opener)
        self.press(Keys.ENTER)
        # The link is gone with what the panel said; the next Tab is in the panel all the same.
        self.assertEqual(self.text("#detail-title"), other)
        self.assertEqual(self.focused()[0], "detail")
        self.press(Keys.ESCAPE)
        self.assertEqual(self.focused()[1], opener)

    def test_a_letter_that_is_typed_goes_nowhere(self):
        self.script("location.hash = '#op=1'")
        self.find("#search").send_keys("d")
        self.assertEqual(self.focused()[0], "search")
        self.assertEqual(self.script("return document.getElementById('search').value"), "d")


class LinkTests(PageTestCase):
    page = None

    def test_fragment_brings_back_the_view(self):
        self.open("album", "#op=4&from=15000000&to=30000000&path=0&theme=dark&q=cover")
        self.assertIn("check colours", self.text("#detail-title"))
        self.assertEqual(self.find(".minimap").get_attribute("aria-valuetext"), "from 15.000 ms to 30.000 ms of the recording")
        self.assertFalse(self.find("#path-shown").is_selected())
        self.assertEqual(self.script("return document.documentElement.dataset.theme"), "dark")
        self.assertEqual(self.find("#search").get_attribute("value"), "cover")
        picture = self.pixels(".timeline-canvas")
        self.driver.refresh()
        self.until(lambda: self.script("return document.documentElement.dataset.ready !== undefined"))
        self.eventually_equal(lambda: self.pixels(".timeline-canvas"), picture)

    def test_view_follows_the_fragment(self):
        self.open("album")
        self.script("location.hash = '#op=7'")
        self.eventually_equal(lambda: self.text("#detail-title"), "send cover")
        self.script("location.hash = ''")
        self.eventually_equal(lambda: self.find("#detail").is_displayed(), False)

    def test_fragment_that_makes_no_sense_is_left_out(self):
        for fragment in ("#op=999", "#op=x&from=abc&to=", "#from=9e99&to=-1", "#from=50000000&to=20000000", "#q=%28", "#%ff"):
            with self.subTest(fragment=fragment):
                self.open("album", fragment)
                self.assertEqual(self.script("return document.querySelectorAll('.timeline-canvas').length"), 1)
                texts, _ = self.drawn("timeline-canvas")
                self.assertTrue(texts)


class SearchTests(PageTestCase):
    def search(self, words):
        field = self.find("#search")
        field.clear()
        field.send_keys(words)

    def test_search_lights_up_what_it_finds(self):
        before = self.pixels(".timeline-canvas")
        self.search("cover")
        self.eventually_equal(lambda: self.text("#search-result"), "3 operations")
        self.assertNotEqual(self.pixels(".timeline-canvas"), before)
        self.eventually_equal(lambda: len(self.find_all("#graph g.node.is-matched")), 3)
        self.eventually_equal(lambda: self.fragment().get("q"), "cover")
        self.find("#search").send_keys(Keys.ENTER)
        self.eventually_equal(lambda: self.text("#detail-title"), "decode cover")

    def test_search_takes_the_filter_language(self):
        for words, count in (
            ("class:ScaleOperation", "2 operations"),
            ("is:failed or is:barrier", "2 operations"),
            ("execution>15ms and not is:critical", "1 operation"),
            ("queue:uploads", "3 operations"),
            ("nothing of this kind", "no operation is like that"),
        ):
            with self.subTest(words=words):
                self.search(words)
                self.eventually_equal(lambda: self.text("#search-result"), count)

    def test_search_says_what_is_wrong(self):
        self.search("class:Scale and (")
        self.until(lambda: self.find("#search").get_attribute("aria-invalid") == "true")
        self.assertTrue(self.text("#search-result"))

    def test_slash_goes_to_the_search(self):
        ActionChains(self.driver).send_keys("/").perform()
        self.assertEqual(self.script("return document.activeElement.id"), "search")


class EmptyRunTests(PageTestCase):
    page = "empty"

    def test_of_a_run_without_operations_the_verdict_says_all(self):
        self.assertIn("no operation was seen", self.text("#verdict"))
        seen = [each.get_attribute("id") for each in self.find_all("#report > *") if each.is_displayed()]
        self.assertEqual(seen, ["verdict"])


class HostileNamesTests(PageTestCase):
    page = "hostile"

    def test_names_are_data(self):
        operations = self.script("return JSON.parse(document.getElementById('data').textContent).count")
        self.assertEqual(operations, 24)
        for operation in range(1, operations + 1):
            self.script("location.hash = '#op=' + arguments[0]", str(operation))
            self.eventually_equal(lambda: self.text("#detail").count(f"#{operation}") > 0, True)
        self.assertIsNone(self.script("return window.broken ?? null"))
        strange = self.script(
            "return [...document.querySelectorAll('img, iframe, object, embed, base, link, form, [onerror], [onload], [onmouseover],"
            " [href^=\"javascript:\"]')].map((each) => each.outerHTML.slice(0, 100))"
        )
        self.assertEqual(strange, [])
        self.assertEqual(self.script("return document.querySelectorAll('script').length"), 2)

    def test_names_are_shown_as_they_are(self):
        self.script("location.hash = '#op=1'")
        self.eventually_equal(lambda: self.text("#detail-title"), "<script>window.broken = 'script'</script>")

    def test_a_name_of_any_length_leaves_the_panel_its_button_and_paper_its_rows(self):
        longest = self.script(
            "const data = JSON.parse(document.getElementById('data').textContent);"
            "return data.stems.map((stem) => stem.length).reduce((most, length) => Math.max(most, length), 0)"
        )
        self.assertGreater(longest, 1_000)
        for width, height in ((1440, 900), (390, 844)):
            self.resize(width, height)
            for operation in range(1, 25):
                self.script("location.hash = '#op=' + arguments[0]", str(operation))
                self.eventually_equal(lambda: self.text("#detail").count(f"#{operation}") > 0, True)
                box = self.find("#detail .close").rect
                self.assertLess(box["y"] - self.script("return scrollY") + box["height"], height, operation)
        self.emulate(media="print")
        self.script("dispatchEvent(new Event('beforeprint'))")
        cells = self.script(
            "return [...document.querySelectorAll('.printed td')].map((cell) => Array.from(cell.textContent).length)"
        )
        self.assertGreater(len(cells), 24)
        self.assertLess(max(cells), 100)

    def test_timeline_draws_them_within_their_bars(self):
        texts, boxes = self.drawn("timeline-canvas")
        self.assertTrue(texts)
        for text in texts:
            self.assertLessEqual(text["x"] + text["width"], text["room"] + 0.5, text)
        for canvas in ("chart",):
            for text in self.drawn(canvas)[0]:
                self.assertLessEqual(text["x"] + text["width"], text["room"] + 0.5, text)
