// Figures of curves, and how they are explored by pointer and keys: scripts/play/play.js and report.js have this file before their own text.
'use strict';

function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name === 'class') made.className = value;
    else if (name.startsWith('on')) made.addEventListener(name.slice(2), value);
    else if (value !== false) made.setAttribute(name, value === true ? '' : value);
  }
  made.append(...children);
  return made;
}
const escape = (text) => String(text).replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }[c]));
const short = (value) => (Number.isFinite(value) ? String(Number(Number(value).toPrecision(4))) : '-');
const tickText = (value) => (value !== 0 && (Math.abs(value) < 1e-3 || Math.abs(value) >= 1e6) ? Number(value.toPrecision(4)).toExponential() : short(value));
const exact = (value) => (Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(6))));

// ---- as in the program's pictures (src/plot/page/script.c): a learner has a colour and a shape, and dashes beyond the seventh; a bound has dashes

const COLOURS = [['#0072b2', '#00639b', '#5fb3e6'], ['#d55e00', '#b04e00', '#f0924d'], ['#009e73', '#00734f', '#3fc79a'], ['#cc79a7', '#9a4a77', '#d99bbf'],
  ['#e69f00', '#8a5d00', '#e0b050'], ['#56b4e9', '#1f74a3', '#8fd0f5'], ['#555', '#444', '#bbb']]; // of lines, of text, of both on a dark page
const dark = matchMedia('(prefers-color-scheme: dark)');
const colour = (key, ink = 0) => COLOURS[key % COLOURS.length][dark.matches ? 2 : ink];
function colourOf(curve, ink = 0) {
  const key = curve.dashed ? curve.of : curve.key;
  return key === null ? (dark.matches ? '#eee' : '#000') : colour(key, ink);
}

const DASHES = ['14 5', '4 4', '16 4 3 4', '8 3', '20 4 3 3 3 4'];
const SHAPES = ['M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0Z', 'M-3.5-3.5h7v7h-7Z', 'M0-4.5L4.5 3.5H-4.5Z', 'M0-5L5 0L0 5L-5 0Z', 'M0 4.5L4.5-3.5H-4.5Z', 'M-3.5-3.5h7v7h-7Z', 'M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0Z'];
const dashOf = (curve) => (curve.dashed ? DASHES[curve.dash % DASHES.length] : curve.key < COLOURS.length ? '' : DASHES[(Math.floor(curve.key / COLOURS.length) - 1) % DASHES.length]);
const stroke = (curve, d, more = '') => `<path ${more}d="${d}" fill="none" stroke="${colourOf(curve)}" stroke-width="${curve.dashed ? 1.5 : 2}"${dashOf(curve) ? ` stroke-dasharray="${dashOf(curve)}"` : ''}/>`;
function shape(curve, x, y) {
  const which = (curve.key + Math.floor(curve.key / COLOURS.length)) % SHAPES.length, open = which >= 5;
  return `<path d="${SHAPES[which]}" transform="translate(${x.toFixed(1)},${y.toFixed(1)})" fill="${open ? 'none' : colourOf(curve)}"${open ? ` stroke="${colourOf(curve)}" stroke-width="1.5"` : ''}/>`;
}
const sample = (curve, x, y) => (curve.unjoined ? '' : stroke(curve, `M${x} ${y}h26`)) + (curve.dashed ? '' : shape(curve, x + 13, y));

// ---- places

function ticks(low, high, log, count) {
  if (log) {
    const found = [];
    for (let e = Math.floor(Math.log10(low)); e <= Math.ceil(Math.log10(high)); e++) for (const m of high / low > 1e3 ? [1] : [1, 2, 5]) found.push(m * 10 ** e);
    return found.filter((tick) => tick >= low * 0.999 && tick <= high * 1.001);
  }
  const raw = (high - low) / count, power = 10 ** Math.floor(Math.log10(raw)), step = [1, 2, 5, 10].map((m) => m * power).find((s) => s >= raw);
  const found = [];
  for (let tick = Math.ceil(low / step - 1e-9) * step; tick <= high * (1 + 1e-9) + 1e-12; tick += step) found.push(Number(tick.toPrecision(10)));
  return found;
}

// Keeps labels apart: moves each down to the last one's foot, then all up if the last one is too low. y and at: of the middle.
function spread(labels, low, high) {
  labels.sort((a, b) => a.y - b.y);
  let foot = low;
  for (const label of labels) { label.at = Math.max(label.y, foot + label.height / 2); foot = label.at + label.height / 2; }
  for (let i = labels.length - 1, top = Math.max(high, low + labels.reduce((sum, label) => sum + label.height, 0)); i >= 0; i--) { labels[i].at = Math.min(labels[i].at, top - labels[i].height / 2); top = labels[i].at - labels[i].height / 2; }
}

const LINE = 15;
const pen = document.createElement('canvas').getContext('2d');
pen.font = '12px system-ui, "DejaVu Sans", sans-serif'; // report.css
const widthOf = (text) => pen.measureText(text).width;
// The lines of a text where there is so much room; a longer word is cut.
function wrap(text, room) {
  const lines = [];
  for (let word of text.split(' ')) {
    while (widthOf(word) > room && word.length > 2) word = `${word.slice(0, -2)}…`;
    const longer = `${lines[lines.length - 1]} ${word}`;
    if (lines.length > 0 && widthOf(longer) <= room) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

// Names of curves that are drawn on each other.
function coinciding(curves) {
  const groups = new Map();
  for (const curve of curves.filter((one) => !one.dashed && one.points.length > 0)) {
    const points = JSON.stringify(curve.points);
    groups.set(points, [...(groups.get(points) || []), curve.label]);
  }
  return [...groups.values()].filter((labels) => labels.length > 1).map((labels) => `${labels.join(' and ')} coincide: the last one covers the others.`);
}

// ---- a figure

const nameIn = (curve) => curve.name || curve.label;

// curves: [{label, key, or dash and of (the key of its learner, null: of several), points: [[x, y]], band: [[x, low, high]], dashed, dots, steps, unjoined}]; a name is what stays of
// a label when its number is another; names: what stands at x = 1, 2, ...; off: names of curves that are not drawn. {svg, and what it takes to find a curve in it}; null: no curve.
function svgOf({ title, x, y, curves: every, logx, logy, flat = '', names }, wanted, off) {
  const width = Math.max(280, Math.min(1040, wanted || 720)), narrow = width < 560, height = Math.round(Math.max(300, Math.min(460, width * 0.56)));
  const SAMPLE = 32, widest = Math.max(...every.map((curve) => widthOf(curve.label)));
  const margin = { left: 58, right: narrow ? 14 : Math.max(100, Math.min(270, widest + SAMPLE + 18)), top: 26, bottom: 42 };
  const seen = every.filter((curve) => !off.has(nameIn(curve))), valuesOf = (list) => list.filter((curve) => !curve.dashed).flatMap((curve) => [...curve.points, ...(curve.band || []).flatMap(([t, a, b]) => [[t, a], [t, b]])]);
  if (valuesOf(every).length === 0) return null;
  const curves = seen.some((curve) => !curve.dashed) ? seen : [], ranged = curves.length > 0 ? curves : every;
  const on = (value, log) => Number.isFinite(value) && (!log || value > 0);
  const xs = ranged.flatMap((curve) => curve.points.map((point) => point[0])).filter((value) => on(value, logx)), ys = valuesOf(ranged).map((point) => point[1]).filter((value) => on(value, logy));
  const most = Math.max(...ys), bounds = ranged.filter((curve) => curve.dashed).map((curve) => Math.max(...curve.points.map((point) => point[1])));
  const first = Math.min(...xs), last = Math.max(...xs), alone = first === last; // one place stands in the middle
  const xlow = !alone ? first : logx ? first / 2 : first - 1, xhigh = !alone ? last : logx ? 2 * last : last + 1;
  const shown = bounds.filter((value) => value <= 12 * most), below = ranged.filter((curve) => curve.dashed).flatMap((curve) => curve.points.map((point) => point[1])).filter((value) => (logy ? value >= Math.min(...ys) / 100 : value >= -12 * most));
  const ylow = logy ? Math.min(...ys, ...below) : Math.min(0, ...ys, ...below);
  const yhigh = (Math.max(most, ...shown) || 1) * (logy ? 1.3 : 1.04);
  const X = (value) => margin.left + (width - margin.left - margin.right) * (logx ? Math.log(value / xlow) / Math.log(xhigh / xlow) : (value - xlow) / (xhigh - xlow));
  const Y = (value) => height - margin.bottom - (height - margin.top - margin.bottom) * (logy ? Math.log(Math.max(value, ylow) / ylow) / Math.log(yhigh / ylow) : (value - ylow) / (yhigh - ylow));
  const at = (value) => value.toFixed(1), path = (points, steps) => points.map(([a, b], i) => (!i ? `M${at(X(a))} ${at(Y(b))}` : steps ? `H${at(X(a))}V${at(Y(b))}` : `L${at(X(a))} ${at(Y(b))}`)).join('');
  // Of a bound's line what is on the scale, up to its edges.
  function inside(points) {
    const top = margin.top - 0.1, foot = height - margin.bottom + 0.1, isOn = ([, b]) => b >= top && b <= foot;
    const places = points.filter((point) => on(point[0], logx) && on(point[1], logy)).map(([a, b]) => [X(a), Y(b)]);
    return places.map((here, i) => {
      const last = i > 0 ? places[i - 1] : here, crosses = isOn(last) !== isOn(here), edge = Math.min(last[1], here[1]) < top ? top : foot;
      const crossing = `${at(last[0] + (here[0] - last[0]) * (edge - last[1]) / (here[1] - last[1]))} ${at(edge)}`, place = `${at(here[0])} ${at(here[1])}`;
      if (places.length === 1) return `M${at(here[0] - 12)} ${at(here[1])}h24`;
      return crosses ? (isOn(here) ? `M${crossing}L${place}` : `L${crossing}`) : !isOn(here) ? '' : i > 0 ? `L${place}` : `M${place}`;
    }).join('');
  }
  const body = [];
  for (const tick of ticks(ylow, yhigh, logy, 6)) body.push(`<path class="grid" d="M${margin.left} ${at(Y(tick))}H${width - margin.right}"/><text x="${margin.left - 6}" y="${at(Y(tick) + 4)}" text-anchor="end">${tickText(tick)}</text>`);
  for (const tick of names ? names.map((_, i) => i + 1) : ticks(xlow, xhigh, logx, narrow ? 3 : 6)) {
    const end = names && tick === names.length ? 'end' : names && tick === 1 ? 'start' : 'middle';
    body.push(`<path class="grid" d="M${at(X(tick))} ${margin.top}V${height - margin.bottom}"/><text x="${at(X(tick))}" y="${height - margin.bottom + 16}" text-anchor="${end}">${escape(names ? names[tick - 1] : tickText(tick))}</text>`);
  }
  body.push(`<path class="axis" d="M${margin.left} ${margin.top}V${height - margin.bottom}H${width - margin.right}"/>`);
  body.push(`<text x="${(margin.left + width - margin.right) / 2}" y="${height - 6}" text-anchor="middle">${escape(x)}${logx ? ', log scale' : ''}</text><text x="4" y="14">${escape(y)}${logy ? ', log scale' : ''}</text>`);
  const labels = [], drawn = [], room = narrow ? width - SAMPLE - 16 : margin.right - 12 - SAMPLE;
  for (const curve of every) {
    if (!curves.includes(curve)) {
      labels.push({ y: height, sign: '', curve, off: true });
      continue;
    }
    const points = curve.points.filter((point) => on(point[0], logx) && on(point[1], logy) && point[1] <= yhigh * 1.0001 && (logy || point[1] >= ylow));
    if (points.length === 0) {
      const high = curve.points.some((point) => point[1] > yhigh);
      if (curve.points.length) labels.push({ y: high ? margin.top : height, sign: high ? '↑ ' : '↓ ', curve });
      continue;
    }
    drawn.push({ curve, points });
    const band = curve.band && curve.band.filter((row) => on(row[0], logx));
    if (band && curve.dots) for (const [t, a, b] of band) body.push(`<path d="M${at(X(t))} ${at(Y(a))}V${at(Y(b))}" stroke="${colourOf(curve)}" stroke-width="1.5"/>`); // bars
    else if (band) {
      const back = [...band].reverse().map(([t, a]) => [t, a]), lower = curve.steps ? back.map(([t, a], i) => `${i ? '' : `L${at(X(t))} ${at(Y(a))}`}V${at(Y(a))}H${at(X(t))}`).join('') : path(back).replace('M', 'L');
      body.push(`<path d="${path(band.map(([t, , b]) => [t, b]), curve.steps)}${lower}Z" fill="${colourOf(curve)}" opacity=".18"/>`);
    }
    if (!curve.unjoined) body.push(stroke(curve, curve.dashed ? inside(curve.points) : path(points, curve.steps), `class="curve" data-name="${escape(nameIn(curve))}" `));
    if (curve.dots) for (const point of points) body.push(shape(curve, X(point[0]), Y(point[1])));
    else if (!curve.dashed) for (let i = 0; i < 4; i++) { // each key has its own places
      const [a, b] = points[Math.min(points.length - 1, Math.floor((points.length * (i + 0.3 + 0.7 * (curve.key % 7) / 7)) / 4))];
      body.push(shape(curve, X(a), Y(b)));
    }
    const leaves = curve.points[curve.points.length - 1][1] > yhigh * 1.0001;
    labels.push({ y: leaves ? margin.top : Y(points[points.length - 1][1]), sign: leaves ? '↑ ' : '', curve });
  }
  for (const label of labels) {
    label.lines = wrap(label.sign + label.curve.label, room);
    label.width = Math.max(...label.lines.map(widthOf)) + SAMPLE;
    label.height = LINE * label.lines.length + 4;
  }
  const put = ({ curve, lines, width: wide, height: high, off: gone }, left, middle) => body.push(`<g class="name${gone ? ' off' : ''}" role="button" tabindex="0" aria-pressed="${!gone}" data-name="${escape(nameIn(curve))}">
<rect x="${left}" y="${at(middle - high / 2 + 1)}" width="${at(wide + 2)}" height="${high - 2}" fill="transparent"/>${gone ? '' : sample(curve, left, Number(at(middle)))}<text class="label"${gone ? '' : ` style="fill:${colourOf(curve, 1)}"`}>
${lines.map((line, i) => `<tspan x="${left + SAMPLE}" y="${at(middle + 4 + LINE * (i - (lines.length - 1) / 2))}">${escape(line)} </tspan>`).join('')}</text></g>`);
  let foot = height;
  if (narrow) { // below the figure, in rows
    let left = 8, row = 0;
    for (const label of labels) {
      if (left > 8 && left + label.width + 8 > width) { left = 8; foot += row; row = 0; }
      row = Math.max(row, label.height + 4);
      put(label, left, foot + label.height / 2);
      left += label.width + 16;
    }
    foot += row;
  } else {
    spread(labels, margin.top - 6, height - margin.bottom + 8);
    for (const label of labels) put(label, width - margin.right + 8, label.at);
    foot = Math.max(height, ...labels.map((label) => label.at + label.height / 2));
  }
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" role="group" aria-label="${escape(`${title}. ${flat}`)}" width="${width}" height="${foot}" viewBox="0 0 ${width} ${foot}">${body.join('')}<circle class="spot" r="5" visibility="hidden"/></svg>`;
  return { svg, notes: coinciding(curves), x, y, names, X, Y, width, drawn };
}

// ---- exploring

const NEAR = 40; // pixels between the pointer and a curve

// The last point of the curve up to this place, or the nearest one: {i, distance} of the pointer.
function pointNear({ curve, points }, { X, Y }, x, y) {
  let i = points.findIndex((point) => X(point[0]) > x) - 1;
  if (i === -2) i = points.length - 1;
  i = Math.max(0, i);
  const next = points[i + 1], share = next && X(next[0]) > X(points[i][0]) ? Math.max(0, (x - X(points[i][0])) / (X(next[0]) - X(points[i][0]))) : 0;
  const height = share > 0 && !curve.steps ? Y(points[i][1]) + share * (Y(next[1]) - Y(points[i][1])) : Y(points[i][1]);
  if (share > 0.5 && !curve.steps) i++;
  const outside = Math.max(0, X(points[0][0]) - x, x - X(points[points.length - 1][0]));
  return { i, distance: Math.hypot(curve.unjoined ? X(points[i][0]) - x : outside, (curve.unjoined ? Y(points[i][1]) : height) - y) };
}

// Puts figures into a place, with the choice of axes and of curves for all of them. Returns show(figures), or show() for the same ones at another width: figures as in svgOf.
function explorer(place) {
  const off = new Set(), log = {};
  let figures = [], made = [], held = null; // held: what the keys move along
  const boxes = ['x', 'y'].map((axis) => element('input', { type: 'checkbox', 'data-axis': axis, onchange: (event) => { log[axis] = event.target.checked; show(); } }));
  const parts = element('div', { class: 'panels' }), tip = element('output', { class: 'tip', hidden: true });
  place.classList.add('explorer');
  place.replaceChildren(element('p', { class: 'axes' }, ...boxes.map((box) => element('label', {}, box, ` logarithmic ${box.dataset.axis} axis`))), parts, tip);

  const logOf = (figure, axis) => (log[axis] === undefined ? Boolean(figure[`log${axis}`]) : log[axis]);
  const canBeLog = (axis) => figures.some((figure) => !(axis === 'x' && figure.names) && figure.curves.some((curve) => !curve.dashed && curve.points.some((point) => point[axis === 'x' ? 0 : 1] > 0)));

  function show(next = figures) {
    figures = next;
    hide();
    boxes.forEach((box) => { box.disabled = !canBeLog(box.dataset.axis); box.checked = !box.disabled && figures.some((figure) => logOf(figure, box.dataset.axis)); });
    const columns = Math.max(1, Math.min(figures.length, 3, Math.floor(place.clientWidth / 400))), width = Math.floor((place.clientWidth - 16 * (columns - 1)) / columns);
    made = figures.map((figure) => svgOf({ ...figure, logx: boxes[0].checked, logy: boxes[1].checked }, width, off));
    parts.innerHTML = made.map((one, i) => (one ? `<div class="panel" style="width:${width}px">${figures[i].panel ? `<p>${escape(figures[i].panel)}</p>` : ''}${one.svg}${one.notes.map((note) => `<p class="note">${escape(note)}</p>`).join('')}</div>` : '')).join('');
    made = made.filter(Boolean);
  }

  function hide() {
    tip.hidden = true;
    for (const spot of parts.querySelectorAll('.spot')) spot.setAttribute('visibility', 'hidden');
    for (const path of parts.querySelectorAll('.dim')) path.classList.remove('dim');
  }

  // Says which curve it is and what it is there, with all that go through the same point. A bound that is a constant is that everywhere: at the pointer's place, too.
  function tell(number, found, i, across) {
    hide();
    const figure = made[number], [a, b] = found.points[i], constant = found.curve.dashed && found.points.every((point) => point[1] === b), svg = parts.querySelectorAll('svg')[number], spot = svg.querySelector('.spot'), around = place.getBoundingClientRect(), box = svg.getBoundingClientRect(), scale = box.width / figure.width;
    const through = figure.drawn.filter((other) => other === found || other.points.some((point) => point[0] === a && point[1] === b)).map((other) => nameIn(other.curve));
    const range = (found.curve.band || []).find((row) => row[0] === a);
    for (const path of svg.querySelectorAll('.curve')) path.classList.toggle('dim', !through.includes(path.dataset.name));
    spot.setAttribute('cx', constant && across !== undefined ? across : figure.X(a));
    spot.setAttribute('cy', figure.Y(b));
    spot.setAttribute('stroke', colourOf(found.curve));
    spot.setAttribute('visibility', 'visible');
    tip.replaceChildren(element('b', {}, through.join(', ')), `${constant ? '' : ` ${figure.x}${figure.x === 'trial' ? '' : ' ='} ${figure.names ? figure.names[a - 1] : exact(a)}`}: ${exact(b)}${range && range[1] < range[2] ? `, band ${exact(range[1])} to ${exact(range[2])}` : ''}`);
    tip.hidden = false;
    const left = box.left - around.left + scale * Number(spot.getAttribute('cx')), top = box.top - around.top + scale * figure.Y(b);
    tip.style.left = `${Math.max(0, Math.min(left + 12, place.clientWidth - tip.offsetWidth))}px`;
    tip.style.top = `${Math.max(0, top - tip.offsetHeight - 12)}px`;
  }

  const numberOf = (target) => [...parts.querySelectorAll('svg')].indexOf(target.closest('svg'));
  parts.addEventListener('pointermove', (event) => {
    const number = numberOf(event.target);
    if (number < 0) { hide(); return; }
    const figure = made[number], box = parts.querySelectorAll('svg')[number].getBoundingClientRect(), scale = figure.width / box.width;
    const x = scale * (event.clientX - box.left), y = scale * (event.clientY - box.top);
    const near = figure.drawn.map((one) => ({ one, ...pointNear(one, figure, x, y) })).sort((a, b) => a.distance - b.distance)[0];
    if (near && near.distance <= NEAR) tell(number, near.one, near.i, x);
    else hide();
  });
  parts.addEventListener('pointerleave', hide);

  function hold(target) {
    const number = numberOf(target), found = made[number].drawn.find((one) => nameIn(one.curve) === target.dataset.name);
    held = found ? { number, found, i: found.points.length - 1 } : null;
    if (held) tell(number, found, held.i);
  }
  parts.addEventListener('focusin', (event) => { if (event.target.matches('.name:focus-visible')) hold(event.target); });
  parts.addEventListener('focusout', () => { held = null; hide(); });

  function turn(target) {
    const name = target.dataset.name, number = numberOf(target);
    if (!off.delete(name)) off.add(name);
    show();
    [...parts.querySelectorAll('svg')[number].querySelectorAll('.name')].find((label) => label.dataset.name === name).focus();
  }
  parts.addEventListener('click', (event) => { const target = event.target.closest('.name'); if (target) turn(target); });
  parts.addEventListener('keydown', (event) => {
    const target = event.target.closest('.name');
    if (!target) return;
    const last = held ? held.found.points.length - 1 : 0, to = held ? { ArrowLeft: held.i - 1, ArrowRight: held.i + 1, Home: 0, End: last }[event.key] : undefined;
    if (event.key === 'Enter' || event.key === ' ') turn(target);
    else if (event.key === 'Escape') hide();
    else if (to !== undefined) { held.i = Math.max(0, Math.min(last, to)); tell(held.number, held.found, held.i); } else return;
    event.preventDefault();
  });
  return show;
}
