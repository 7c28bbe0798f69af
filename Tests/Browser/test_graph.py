"""The graph: what is chosen in it, what lights up, how it is moved, and the panel that tells all of an operation."""

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from browser import PageTestCase


class GraphTests(PageTestCase):
    def view(self):
        """The part of the picture that is seen, as x, y, width and height."""
        self.settle()
        box = self.script("return document.querySelector('#graph svg').getAttribute('viewBox')")
        return [round(float(part)) for part in box.split()]

    def nodes(self, word):
        return sorted(each.get_attribute("id") for each in self.find_all(f"#graph g.node.{word}"))

    def test_a_click_lights_up_what_it_waited_for_and_what_waited_for_it(self):
        self.find("#op_2").click()
        self.eventually_equal(lambda: self.text("#detail-title"), "decode cover")
        self.assertEqual(self.nodes("is-chosen"), ["op_2"])
        self.assertEqual(self.nodes("is-direct"), ["op_1"])
        self.assertIn("op_7", self.nodes("is-descendant"))
        self.assertEqual(self.find("#op_2").get_attribute("aria-pressed"), "true")
        self.eventually_equal(lambda: self.fragment().get("op"), "2")
        # Away from the picture: what comes to lie under the pointer lights up.
        ActionChains(self.driver).move_to_element(self.find("h1")).perform()
        self.script("document.querySelector('#graph-picture').dispatchEvent(new MouseEvent('click', { bubbles: true }))")
        self.eventually_equal(lambda: self.find("#detail").is_displayed(), False)
        self.eventually_equal(lambda: self.find_all("#graph .has-light"), [])

    def test_the_panel_tells_all_of_an_operation(self):
        self.open(self.page, "#op=4")
        words = self.text("#detail")
        for expected in ("failed", "too dark", "BlockOperation", "images (limit 2", "thread 1004", "enqueued", "start() returned", "#4"):
            self.assertIn(expected, words)
        rows = self.script(
            "return [...document.querySelector('#detail table').rows].map((row) => [...row.cells].map((cell) => cell.textContent))"
        )
        self.assertEqual(
            rows, [["state", "from", "for"], ["dispatch", "1.000 ms", "19.1 ms"], ["executing", "20.100 ms", "3.90 ms"]]
        )
        self.script("location.hash = '#op=2'")
        self.eventually_equal(lambda: self.text("#detail-title"), "decode cover")
        self.find("#detail .edges a").click()
        self.assertEqual(self.text("#detail-title"), "load album")
        ActionChains(self.driver).send_keys(Keys.ESCAPE).perform()
        self.eventually_equal(lambda: self.find("#detail").is_displayed(), False)

    def test_keys_zoom_move_and_go_from_node_to_node(self):
        frame = self.find("#graph-picture")
        whole = self.view()
        frame.send_keys("+")
        self.eventually_equal(lambda: self.view()[2] < whole[2], True)
        zoomed = self.view()
        frame.send_keys(Keys.ARROW_RIGHT)
        self.eventually_equal(lambda: self.view()[0] > zoomed[0], True)
        self.eventually_equal(lambda: "graph" in self.fragment(), True)
        frame.send_keys("0")
        self.eventually_equal(self.view, whole)
        for key in ("-", "+"):
            frame.send_keys("0", *[key] * 30)
            end = self.view()
            frame.send_keys(key, key)
            self.assertEqual(self.view(), end, "nothing moves where the zoom ends")
        frame.send_keys("0")
        self.eventually_equal(self.view, whole)
        self.script("document.querySelector('#op_1').focus()")
        before = self.script("return document.activeElement.id")
        for key in (Keys.ARROW_DOWN, Keys.ARROW_RIGHT):
            ActionChains(self.driver).send_keys(key).perform()
        after = self.script("return document.activeElement.id")
        self.assertNotEqual(after, before)
        ActionChains(self.driver).send_keys(Keys.ENTER).perform()
        self.eventually_equal(lambda: self.fragment().get("op"), after.removeprefix("op_"))

    def test_wheel_with_control_zooms_at_the_pointer_and_a_drag_moves(self):
        self.open(self.page, "#op=4")
        whole = self.view()
        self.script(
            "const frame = document.querySelector('#graph-picture'); const box = frame.getBoundingClientRect();"
            "frame.dispatchEvent(new WheelEvent('wheel', { deltaY: -400, ctrlKey: true, bubbles: true, cancelable: true,"
            " clientX: box.right - 10, clientY: box.top + 10 }))"
        )
        zoomed = self.view()
        self.assertLess(zoomed[2], whole[2])
        self.assertGreater(zoomed[0], whole[0] + whole[2] / 4, "the right end stays where it is")
        ActionChains(self.driver).drag_and_drop_by_offset(self.find("#graph-picture"), 60, 0).perform()
        self.eventually_equal(lambda: self.view()[0] < zoomed[0], True)
        self.assertEqual(self.text("#detail-title"), "check colours", "a drag is no click")

    def test_the_view_of_the_graph_comes_back(self):
        self.open(self.page, "#graph=10,-200,300,150")
        self.assertEqual(self.view()[2], 300)
        self.open(self.page, "#graph=nonsense")
        self.assertGreater(self.view()[2], 300)

    def names(self):
        """The names that are seen in the picture: their height in pixels, and whether they are within their nodes."""
        return self.script(
            """
            const picture = document.querySelector('#graph svg');
            const scale = picture.getScreenCTM().a;
            return [...picture.querySelectorAll('g.node')].map((node) => {
              const text = [...node.querySelectorAll('text')].find((each) => getComputedStyle(each).display !== 'none');
              const [own, box] = [text.getBoundingClientRect(), node.getBoundingClientRect()];
              const isWithin = own.left >= box.left && own.right <= box.right && own.top >= box.top - 1 && own.bottom <= box.bottom + 1;
              return { text: text.textContent, height: Number(text.getAttribute('font-size')) * scale, isWithin };
            });
            """
        )

    def test_names_can_be_read_while_all_is_shown(self):
        for width in (1400, 1000):
            self.resize(width, 1000)
            self.settle()
            names = self.names()
            self.assertIn("decode cover", [each["text"] for each in names])
            self.assertEqual([each for each in names if each["height"] < 10 or not each["isWithin"]], [])

    def test_all_that_a_node_says_is_there_once_it_can_be_read(self):
        self.assertEqual(len(self.find_all("#graph svg.is-far")), 1)
        self.script("document.querySelector('#op_2').dispatchEvent(new MouseEvent('dblclick', { bubbles: true }))")
        self.eventually_equal(lambda: len(self.find_all("#graph svg.is-far")), 0)
        shown = self.script(
            "return [...document.querySelectorAll('#op_2 text')]"
            ".filter((text) => getComputedStyle(text).display !== 'none').map((text) => text.textContent)"
        )
        self.assertEqual(shown, ["decode cover", "29.9 ms", "DecodeOperation", "waited 10.1 ms"])

    def test_the_legend_is_a_list_beside_the_picture(self):
        words = [each.text.split("\n")[-1] for each in self.find_all(".graph-legend li")]
        for expected in ("waits for dependencies", "executes", "failed", "critical path", "barrier"):
            self.assertIn(expected, words)
        self.assertEqual(
            self.script("return [...document.querySelectorAll('.graph-legend svg')].filter((each) => each.children.length === 0).length"),
            0, "each has a sample",
        )
        self.assertNotIn("waits for dependencies", self.script("return document.querySelector('#graph svg g.graph').textContent"))

    def test_a_small_graph_is_not_blown_up(self):
        self.open("hung")
        self.assertLess(self.script("return document.querySelector('#graph svg').getScreenCTM().a"), 1.5)

    def test_on_a_phone_it_begins_where_names_can_be_read(self):
        self.resize(390, 844, is_mobile=True)
        self.open(self.page)
        self.assertEqual([each for each in self.names() if each["height"] < 9 or not each["isWithin"]], [])
        self.assertNotIn("graph", self.fragment())

    def test_what_is_selected_elsewhere_comes_into_sight_and_can_be_read(self):
        self.script("document.querySelectorAll('.virtual tbody:not([aria-hidden]) tr')[3].click()")
        self.eventually_equal(lambda: self.nodes("is-chosen"), ["op_6"])
        self.settle()
        box, frame = self.script(
            "return ['#op_6', '#graph-picture'].map((each) => document.querySelector(each).getBoundingClientRect().toJSON())"
        )
        self.assertGreaterEqual(box["left"], frame["left"])
        self.assertLessEqual(box["right"], frame["right"])
        self.assertGreater(self.script("return document.querySelector('#graph svg').getScreenCTM().a"), 1)

    def test_the_view_comes_back_with_the_address_and_with_the_end_of_a_selection(self):
        whole = self.view()
        choose = "document.querySelectorAll('.virtual tbody:not([aria-hidden]) tr')[3].click()"
        self.script(choose)
        self.eventually_equal(lambda: self.view()[2] < whole[2], True)
        self.eventually_equal(lambda: "graph" in self.fragment(), True)
        self.driver.back()
        self.eventually_equal(self.view, whole)
        self.script("location.hash = '#graph=10,-20,300,150'")
        self.eventually_equal(lambda: self.view()[:3], [10, -20, 300])
        self.script(choose)
        self.eventually_equal(lambda: self.fragment().get("op"), "6")
        ActionChains(self.driver).send_keys(Keys.ESCAPE).perform()
        self.eventually_equal(lambda: self.view()[:3], [10, -20, 300])
        self.script(choose)
        self.eventually_equal(lambda: self.find("#detail").is_displayed(), True)
        self.find("#graph-picture").send_keys("-")
        moved = self.view()
        ActionChains(self.driver).send_keys(Keys.ESCAPE).perform()
        self.eventually_equal(lambda: self.find("#detail").is_displayed(), False)
        self.assertEqual(self.view(), moved, "who moved it meanwhile keeps the view")

    def test_a_link_to_a_selection_brings_back_its_view(self):
        for number in (2, 6, 7):
            self.open(self.page)
            self.script(f"document.querySelectorAll('.virtual tbody:not([aria-hidden]) tr')[{number}].click()")
            self.eventually_equal(lambda: "graph" in self.fragment(), True)
            fragment, seen = self.script("return location.hash"), self.view()
            for _ in range(2):
                self.open(self.page, fragment)
                self.assertEqual(self.view(), seen)
                self.eventually_equal(lambda: self.script("return location.hash"), fragment)

    def test_the_browsers_way_back_leads_through_what_was_selected(self):
        for number in (2, 3):
            self.find(f"#op_{number}").click()
            self.eventually_equal(lambda: self.fragment().get("op"), str(number))
        self.driver.back()
        self.eventually_equal(lambda: self.text("#detail-title"), "decode cover")
        self.driver.back()
        self.eventually_equal(lambda: self.find("#detail").is_displayed(), False)
        self.driver.forward()
        self.eventually_equal(lambda: self.text("#detail-title"), "decode cover")
        self.assertEqual(self.nodes("is-chosen"), ["op_2"])

    def test_the_critical_path_can_be_hidden(self):
        edge = self.find("#graph g.edge.critical path")
        width = float(edge.value_of_css_property("stroke-width").removesuffix("px"))
        self.find("#path-shown").click()
        self.eventually_equal(lambda: float(edge.value_of_css_property("stroke-width").removesuffix("px")) < width, True)
        self.eventually_equal(lambda: self.fragment().get("path"), "0")
        for legend in (".graph-legend", ".timeline-legend"):
            shown = [each.text for each in self.find_all(f"{legend} li") if each.is_displayed()]
            self.assertEqual([each for each in shown if "critical path" in each], [])


class FoldedGraphTests(PageTestCase):
    page = "mill"

    def test_a_node_of_several_tells_of_them_and_marks_them(self):
        node = self.find("#graph g.node.group")
        identity = node.get_attribute("id")
        self.script(
            "document.getElementById(arguments[0]).dispatchEvent(new MouseEvent('click', { bubbles: true }))", identity
        )
        self.eventually_equal(lambda: self.fragment().get("fold"), identity)
        self.assertIn("stands for", self.text("#detail"))
        count = int(self.script("return document.querySelector('#detail dd').textContent").split()[0].replace(",", ""))
        self.eventually_equal(
            lambda: int(self.find(".virtual").get_attribute("aria-rowcount")) - 1, count
        )
        self.assertEqual(
            [each.get_attribute("id") for each in self.find_all("#graph g.node.is-matched")], [identity]
        )
        self.open(self.page, f"#fold={identity}")
        self.assertIn("stands for", self.text("#detail"))
