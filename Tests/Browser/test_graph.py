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
        self.script("document.querySelector('#graph-picture').dispatchEvent(new MouseEvent('click', { bubbles: true }))")
        self.script("document.querySelector('#graph-picture').dispatchEvent(new PointerEvent('pointerleave'))")
        self.eventually_equal(lambda: self.find("#detail").is_displayed(), False)
        self.assertEqual(self.find_all("#graph .has-light"), [])

    def test_the_panel_tells_all_of_an_operation(self):
        self.open(self.page, "#op=4")
        words = self.text("#detail")
        for expected in ("failed", "too dark", "BlockOperation", "images (limit 2", "thread 1004", "enqueued", "start() returned", "#4"):
            self.assertIn(expected, words)
        rows = self.script(
            "return [...document.querySelector('#detail table').rows].map((row) => [...row.cells].map((cell) => cell.textContent))"
        )
        self.assertEqual(
            rows, [["state", "from", "for"], ["dispatch", "1.00 ms", "19.1 ms"], ["executing", "20.1 ms", "3.90 ms"]]
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

    def test_the_critical_path_can_be_hidden(self):
        edge = self.find("#graph g.edge.critical path")
        width = float(edge.value_of_css_property("stroke-width").removesuffix("px"))
        self.find("#path-shown").click()
        self.eventually_equal(lambda: float(edge.value_of_css_property("stroke-width").removesuffix("px")) < width, True)
        self.eventually_equal(lambda: self.fragment().get("path"), "0")


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
