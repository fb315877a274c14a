// The engine's worker. It gets the compiled module first, says when it begins with a request, and answers it; then it is of no more use: its memory may have holes.
'use strict';
let ready;
onmessage = async ({ data }) => {
  if (data.module) {
    ready = winnowModule({
      instantiateWasm(imports, done) {
        const instance = new WebAssembly.Instance(data.module, imports);
        done(instance, data.module);
        return instance.exports;
      },
      print() {},
      printErr(text) { self.said = text; },
    });
    return;
  }
  const engine = await ready;
  let failed = '';
  postMessage({ began: true });
  try {
    engine.FS.writeFile('/request.json', JSON.stringify(data.request));
    if (engine.callMain(['/request.json', '/answer.json']) !== 0) failed = self.said || 'the engine gave no answer';
  } catch (error) {
    failed = self.said || String(error.message || error);
  }
  postMessage(failed ? { error: failed } : JSON.parse(engine.FS.readFile('/answer.json', { encoding: 'utf8' })));
};
