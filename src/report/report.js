'use strict';
(() => {
  const find = (id) => document.getElementById(id);
  const form = find('filters');
  // Read once: the text of a row and of its columns. Steps of proofs (p) and rows without a bound (n) have their own class.
  const rows = Array.from(find('table').tBodies[0].rows, (row) => {
    const texts = Array.from(row.cells, (cell) => cell.textContent);
    return { row, kind: row.className, verdict: texts[0].replace(/^\S+ /, ''), scenario: texts[1], learner: texts[3],
      bound: row.className === 'p' ? texts[4].split('.')[0] : texts[4], all: texts.join(' ').toLowerCase() };
  });
  const choices = ['verdict', 'bound', 'learner', 'scenario'];
  for (const name of choices) {
    const select = find('f-' + name);
    const known = new Set(rows.map((entry) => entry[name]));
    const list = name === 'scenario' ? [...known] : [...known].sort();
    for (const text of list) select.append(new Option(text, text));
  }

  const few = 200; // rows shown at first
  const apply = (all) => {
    const wanted = choices.map((name) => [name, find('f-' + name).value]).filter((pair) => pair[1] !== '');
    const words = find('f-text').value.toLowerCase().split(/\s+/).filter((word) => word !== '');
    const steps = find('f-steps').checked;
    const none = find('f-none').checked;
    let shown = 0;
    let matching = 0;
    find('table').classList.toggle('steps', steps);
    find('table').classList.toggle('bare', none);
    for (const entry of rows) {
      const match = (steps || entry.kind !== 'p') && (none || entry.kind !== 'n') &&
        wanted.every(([name, value]) => entry[name] === value) && words.every((word) => entry.all.includes(word));
      matching += match;
      const visible = match && (all || matching <= few);
      if (entry.row.hidden === visible) entry.row.hidden = !visible;
      shown += visible;
    }
    find('count').textContent = `${matching} of ${rows.length} rows` + (shown < matching ? `, the first ${shown} shown` : '');
    find('more').hidden = shown === matching;
  };

  let waiting = 0;
  form.addEventListener('input', () => {
    clearTimeout(waiting);
    waiting = setTimeout(apply, 80, false);
  });
  form.addEventListener('reset', () => setTimeout(apply, 0, false));
  form.addEventListener('submit', (event) => event.preventDefault());

  for (const link of document.querySelectorAll('a.show')) {
    link.addEventListener('click', () => {
      find('fold').open = true;
      form.reset();
      find('f-scenario').value = link.dataset.show;
      setTimeout(apply, 0, false);
    });
  }

  find('more').addEventListener('click', () => {
    apply(true);
    find('table').parentNode.focus();
  });

  // On paper nothing can be opened, and no more rows can be requested.
  let closed = [];
  addEventListener('beforeprint', () => {
    closed = Array.from(document.querySelectorAll('details:not([open])'));
    for (const part of closed) part.open = true;
    apply(true);
  });
  addEventListener('afterprint', () => {
    for (const part of closed) part.open = false;
    apply(false);
  });

  form.hidden = false;
  apply(false);
})();
