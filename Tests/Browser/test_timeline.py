"""The timeline: what it shows, and mouse, wheel, fingers and keyboard on it."""

from timeline import CANVAS, END, MINIMAP, Keys, TimelineTestCase


class ShowingTests(TimelineTestCase):
    def test_says_what_is_pointed_at(self):
        self.hover(5, 0)
        self.status_begins("load album, queue images, waited 200 µs, executed 9.80 ms, succeeded, on the critical path")
        self.hover(22, 1)
        self.status_begins("check colours, queue images, waited 19.1 ms, executed 3.90 ms, failed")
        self.hover(30, 1)
        self.status_begins("Click the timeline")

    def test_labels_stay_within_their_bars(self):
        for _ in range(4):
            texts, boxes = self.drawn("timeline-canvas")
            self.assertGreater(len(texts), 6)
            names = [text for text in texts if text["y"] > 46 and not self.is_heading(text)]
            self.assertTrue(names)
            for text in names:
                self.assertTrue(
                    any(self.is_within(text, box) for box in boxes), f"{text} is in none of {boxes}"
                )
            for text in texts:
                self.assertGreaterEqual(text["x"], 0)
                self.assertLessEqual(text["x"] + text["width"], text["room"] + 0.5, text)
            self.press("+")

    def is_heading(self, text):
        return text["text"].startswith(("images", "uploads")) or " operation" in text["text"]

    def is_within(self, text, box):
        return (
            box["x"] <= text["x"]
            and text["x"] + text["width"] <= box["x"] + box["width"] + 0.01
            and box["y"] <= text["y"] <= box["y"] + box["height"]
        )

    def test_labels_of_the_axis_are_apart(self):
        self.assertIn("40 ms", [tick["text"] for tick in self.ticks()])
        for _ in range(9):
            self.press("+++")
            ticks = self.ticks()
            self.assertTrue(ticks)
            for before, after in zip(ticks, ticks[1:]):
                self.assertLess(before["x"] + before["width"], after["x"])

    def ticks(self):
        """The texts of the axis, from left to right."""
        texts, _ = self.drawn("timeline-canvas")
        return sorted((text for text in texts if text["y"] < 22), key=lambda text: text["x"])

    def test_execution_and_wait_differ_without_colour(self):
        # What executes is high and plain, a wait is low and has strokes. In lane 1, a wait for the barrier ends at 45.2 ms.
        self.assertEqual(self.painted(38, 0), (18, 1))
        height, lightnesses = self.painted(110, 2)
        self.assertLess(height, 18)
        self.assertGreater(lightnesses, 1)
        height, lightnesses = self.painted(5, 1)
        self.assertLess(height, 10)
        self.assertGreater(lightnesses, 1)

    def test_shades_what_kept_a_queue_from_starting(self):
        # The second queue was suspended from 30 to 60 ms, the first one had a barrier from 40.2 to 45 ms.
        second_queue = 104 / 24  # its first lane, counted in lanes of the first one
        self.assertGreater(self.shades(35, second_queue), 1)
        self.assertEqual(self.shades(15, second_queue), 1)
        self.assertGreater(self.shades(42, 1), 1)
        self.assertEqual(self.shades(70, 1), 1)

    def shades(self, ms, lane):
        """How many colours are in the upper half of a lane."""
        x, y = self.place(ms, lane)
        return len({tuple(color) for color in self.colors(CANVAS, x, y - 8, 10, 8)})

    def painted(self, ms, lane):
        """How high something is painted in a lane, and of how many shades of grey it is made."""
        x, y = self.place(ms, lane)
        width = 8
        colors = self.colors(CANVAS, x - width // 2, y - 8, width, 18)
        ground = self.colors(CANVAS, *self.place(105, 1), 1, 1)[0]
        rows = [colors[place : place + width] for place in range(0, len(colors), width)]
        painted = [row for row in rows if any(color != ground for color in row)]
        greys = {round((2 * red + 7 * green + blue) / 100) for row in painted for red, green, blue in row}
        return len(painted), len(greys)

    def test_critical_path_can_be_hidden(self):
        shown = self.count("critical")
        self.assertGreater(shown, 300)
        self.find("#path-shown").click()
        self.assertEqual(self.count("critical"), 0)
        self.find("#path-shown").click()
        self.assertEqual(self.count("critical"), shown)

    def test_critical_path_is_one_line(self):
        # From the end of "decode cover" in the first lane down to "send cover" in the next queue, through the lanes between.
        x, y = self.place(40, 2)
        line = self.colors(CANVAS, x - 4, y, 8, 24)
        self.assertGreaterEqual(line.count(self.color("critical")), 20)

    def test_legend_names_what_occurs(self):
        words = self.text(".timeline-legend")
        for expected in ("executes", "on the critical path", "waits for dependencies", "queue suspended", "barrier", "failed"):
            self.assertIn(expected, words)
        self.assertNotIn("too short", words)


class SelectingTests(TimelineTestCase):
    def test_click_selects_and_a_click_beside_ends_it(self):
        self.click(25, 0)
        self.eventually_equal(lambda: self.fragment().get("op"), "2")
        self.assertIn("decode cover", self.text("#detail"))
        self.click(90, 1)
        self.eventually_equal(lambda: self.fragment().get("op"), None)

    def test_what_is_pointed_at_lights_up_in_the_graph(self):
        self.hover(25, 0)
        self.eventually_equal(self.chosen_in_graph, ["decode cover"])
        self.hover(90, 1)
        self.eventually_equal(self.chosen_in_graph, [])

    def test_what_is_pointed_at_in_the_graph_lights_up(self):
        before = self.pixels(CANVAS)
        node = self.node("scale cover")
        self.script("arguments[0].dispatchEvent(new PointerEvent('pointerover', { bubbles: true }))", node)
        self.status_begins("scale cover")
        self.assertNotEqual(self.pixels(CANVAS), before)

    def test_selection_fades_what_has_nothing_to_do_with_it(self):
        executing = self.color("executing")

        def at(ms, lane):
            return self.colors(CANVAS, *self.place(ms, lane), 1, 1)[0]

        self.assertEqual([at(39.2, 0), at(19.3, 1)], [executing, executing])
        self.open("album", "#op=2")
        self.assertEqual(at(37.6, 0), executing)
        self.assertNotEqual(at(19.3, 1), executing, "neither of the two that decode and scale waits for the other")

    def test_what_is_pointed_at_in_the_graph_fades_what_has_nothing_to_do_with_it(self):
        executing = self.color("executing")
        place = self.place(19.3, 1)
        self.assertEqual(self.colors(CANVAS, *place, 1, 1)[0], executing)
        node = self.node("decode cover")
        self.script("arguments[0].dispatchEvent(new PointerEvent('pointerover', { bubbles: true }))", node)
        self.eventually_equal(lambda: self.colors(CANVAS, *place, 1, 1)[0] == executing, False)
        self.script("document.querySelector('#graph-picture').dispatchEvent(new PointerEvent('pointerleave'))")
        self.eventually_equal(lambda: self.colors(CANVAS, *place, 1, 1)[0], executing)

    def node(self, name):
        return self.script(
            "return [...document.querySelectorAll('#graph g.node')].find((node) => node.textContent.includes(arguments[0]))", name
        )

    def chosen_in_graph(self):
        return self.script(
            "return [...document.querySelectorAll('#graph g.node.is-chosen')].map((node) => node.getAttribute('aria-label').split(',')[0])"
        )


class ZoomingTests(TimelineTestCase):
    def test_wheel_with_control_zooms_at_the_pointer(self):
        self.wheel(30, 0, -300, key=Keys.CONTROL)
        length = END * 2.718281828 ** (-300 * 0.004)
        # What was under the pointer, a quarter from the left, still is.
        self.eventually_shows(30 - length / 4, 30 + length * 3 / 4, delta=0.3)

    def test_wheel_alone_scrolls_until_the_timeline_has_the_focus(self):
        before = self.script("return window.scrollY")
        self.wheel(30, 0, -200)
        self.until(lambda: self.script("return window.scrollY") < before)
        self.assertEqual(self.range(), (0, END))
        self.script("document.querySelector('#timeline').scrollIntoView()")
        self.press(Keys.ESCAPE)
        self.wheel(30, 0, -300)
        self.until(lambda: self.range() != (0, END))

    def test_drag_moves_what_is_shown(self):
        self.press("+", "+")
        begin, end = END / 2 - END / 1.6**2 / 2, END / 2 + END / 1.6**2 / 2
        self.eventually_shows(begin, end)
        y = self.place(0, 0)[1]
        start = round(self.width(CANVAS) * (50 - begin) / (end - begin))
        self.drag(CANVAS, (start, y), (start - 100, y))
        moved = (end - begin) * 100 / self.width(CANVAS)
        self.eventually_shows(begin + moved, end + moved, delta=0.2)
        self.assertFalse(self.find("#detail").is_displayed(), "what ends a drag is no click")

    def test_double_click_shows_the_operation(self):
        # The panel of details that the first click opens would move the timeline away from under the second.
        self.open("album", "#op=1")
        self.move(CANVAS, *self.place(50, 0)).double_click().perform()
        # "thumbnail" from 26 to 58 ms, and 15 % of that on either side.
        self.eventually_shows(21.2, 62.8)

    def test_buttons_zoom(self):
        zoom_out, zoom_in, show_all = self.find_all("#timeline .tools button")[:3]
        zoom_in.click()
        self.until(lambda: self.range() != (0, END))
        zoom_out.click()
        self.eventually_equal(self.range, (0, END))
        zoom_in.click()
        self.until(lambda: self.range() != (0, END))
        show_all.click()
        self.eventually_equal(self.range, (0, END))

    def test_zoom_ends_where_nothing_is_left_to_see(self):
        self.press("+" * 60)
        self.eventually_shows(END / 2 - 0.0001, END / 2 + 0.0001, delta=0.00001)
        texts, _ = self.drawn("timeline-canvas")
        ticks = [text["text"] for text in texts if text["y"] < 22]
        self.assertGreater(len(ticks), 1)
        self.assertEqual(len(set(ticks)), len(ticks), "ticks that read alike tell nothing")
        self.press("-" * 70)
        self.eventually_shows(0, END)


class MinimapTests(TimelineTestCase):
    def test_window_can_be_dragged(self):
        self.press("+", "+", "+")
        self.until(lambda: self.range() != (0, END))
        width = self.width(MINIMAP)
        self.drag(MINIMAP, (width // 2, 20), (width - 1, 20))
        self.eventually_shows(END - END / 1.6**3, END)

    def test_edge_can_be_dragged(self):
        width = self.width(MINIMAP)
        self.drag(MINIMAP, (1, 20), (width // 2, 20))
        self.eventually_shows(END / 2, END, delta=2)

    def test_keys_move_the_window(self):
        self.press("+", selector=MINIMAP)
        self.press(Keys.END, selector=MINIMAP)
        self.eventually_equal(lambda: self.range()[1], END)
        self.eventually_equal(
            lambda: self.find(MINIMAP).get_attribute("aria-valuetext"), "from 45.000 ms to 120.000 ms of the recording"
        )
        self.press(Keys.HOME, selector=MINIMAP)
        self.eventually_equal(lambda: self.range()[0], 0)


class KeyboardTests(TimelineTestCase):
    def test_arrows_go_from_operation_to_operation(self):
        self.press(Keys.ARROW_RIGHT)
        self.status_begins("load album")
        self.press(Keys.ARROW_RIGHT)
        self.status_begins("decode cover")
        self.press(Keys.ARROW_DOWN)
        self.status_begins("check colours")
        self.press(Keys.ARROW_LEFT)
        self.status_begins("scale cover")
        self.press(Keys.ARROW_UP)
        self.status_begins("decode cover")
        self.press(Keys.END)
        self.status_begins("thumbnail")
        self.press(Keys.HOME)
        self.status_begins("load album")
        self.press("]")
        self.status_begins("decode cover")
        self.press("[")
        self.status_begins("load album")

    def test_enter_selects_what_has_the_focus_and_escape_ends_it(self):
        self.press(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, Keys.ENTER)
        self.eventually_equal(lambda: self.fragment().get("op"), "2")
        self.press(Keys.ESCAPE)
        self.eventually_equal(lambda: self.fragment().get("op"), None)

    def test_focus_can_be_seen_and_is_told(self):
        self.assertEqual(self.count("focus"), 0)
        self.press(Keys.ARROW_RIGHT)
        self.assertGreater(self.count("focus"), 60)
        canvas = self.find(CANVAS)
        self.assertEqual(canvas.get_attribute("role"), "application")
        self.assertIn("timeline of 10 operations", canvas.get_attribute("aria-label"))
        self.assertEqual(self.find("#timeline-status").get_attribute("aria-live"), "polite")

    def test_tab_reaches_minimap_and_timeline_and_leaves_them(self):
        self.press(Keys.TAB, selector=MINIMAP)
        self.assertEqual(self.script("return document.activeElement.className"), "timeline-canvas")
        self.press(Keys.TAB)
        self.assertNotEqual(self.script("return document.activeElement.className"), "timeline-canvas")


class TouchTests(TimelineTestCase):
    def setUp(self):
        super().setUp()
        self.resize(390, 800, is_mobile=True)
        self.open("album")
        self.script("document.querySelector('.timeline-scroller').scrollIntoView()")
        self.settle()

    def touch(self, kind, *points):
        left, top = self.script(
            "const box = document.querySelector(arguments[0]).getBoundingClientRect(); return [box.left, box.top]", CANVAS
        )
        self.cdp(
            "Input.dispatchTouchEvent",
            type=kind,
            touchPoints=[{"x": left + x, "y": top + y, "id": number} for number, (x, y) in enumerate(points)],
        )

    def test_two_fingers_zoom(self):
        self.touch("touchStart", (150, 60))
        self.touch("touchStart", (150, 60), (200, 60))
        for step in range(1, 6):
            self.touch("touchMove", (150 - 15 * step, 60), (200 + 15 * step, 60))
        self.touch("touchEnd")
        self.until(lambda: self.range() != (0, END))
        begin, end = self.range()
        self.assertLess(end - begin, END / 2)
        self.assertLess(begin, END * 175 / 390)
        self.assertGreater(end, END * 175 / 390)

    def test_tap_selects(self):
        x, y = self.place(25, 0)
        self.touch("touchStart", (x, y))
        self.touch("touchEnd")
        self.eventually_equal(lambda: self.fragment().get("op"), "2")

    def test_one_finger_moves_in_time(self):
        self.open("album", "#from=20000000&to=60000000")
        self.script("document.querySelector('.timeline-scroller').scrollIntoView()")
        self.settle()
        self.touch("touchStart", (250, 60))
        for step in range(1, 6):
            self.touch("touchMove", (250 - 20 * step, 60))
        self.touch("touchEnd")
        self.until(lambda: self.range()[0] > 25)
