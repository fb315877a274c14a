// Boxes of text in pictures, as the browser measures them: none lies on another, on a line, or beyond the page.
// Prints "PICTURE: problem" lines and a last line "texts N" into #result.
'use strict';
const lines = [];
let measured = 0;

// The letters of a line of text fill less than the font's ascent and descent.
function boxOf(text, page) {
  const r = text.getBoundingClientRect();
  const upright = text.closest('[transform*="rotate"]') === null;
  const across = upright ? 0.5 : 0.15 * r.width, down = upright ? 0.15 * r.height : 0.5;
  return { left: r.left - page.left + across, right: r.right - page.left - across,
           top: r.top - page.top + down, bottom: r.bottom - page.top - down, text: text.textContent };
}

const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

function strikes(path, box, svg) {
  const around = path.getBBox();
  if (around.x > box.right + 2 || around.x + around.width < box.left - 2 || around.y > box.bottom + 2 ||
      around.y + around.height < box.top - 2) return false;
  const point = svg.createSVGPoint();
  for (point.y = box.top; point.y <= box.bottom; point.y += 0.5) {
    for (point.x = box.left; point.x <= box.right; point.x += 2) {
      if (path.isPointInStroke(point)) return true;
    }
  }
  return false;
}

for (const svg of document.querySelectorAll('svg')) {
  const page = svg.getBoundingClientRect();
  const say = (problem) => lines.push(`${svg.parentNode.id}: ${problem}`);
  const boxes = [...svg.querySelectorAll('text')].filter((t) => t.textContent.trim() !== '' && !t.closest('[style]')).map((t) => boxOf(t, page));
  // (gnuplot writes a text in a white box twice: the first one, with a style, fills the box.)
  const strokes = [...svg.querySelectorAll('path')].filter((p) => getComputedStyle(p).stroke !== 'none' && !p.closest('defs'));
  measured += boxes.length;
  boxes.forEach((box, i) => {
    if (box.left < -0.5 || box.top < -0.5 || box.right > page.width + 0.5 || box.bottom > page.height + 0.5)
      say(`"${box.text}" leaves the page`);
    for (let k = 0; k < i; k++) if (meet(box, boxes[k])) say(`"${boxes[k].text}" and "${box.text}" overlap`);
    for (const path of strokes) if (strikes(path, box, svg)) { say(`a line strikes "${box.text}"`); break; }
  });
}
lines.push(`texts ${measured}`);
document.getElementById('result').textContent = lines.join('\n');
