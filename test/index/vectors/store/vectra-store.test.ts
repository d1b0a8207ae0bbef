import { openVectorStore } from '../../../../src/index/vectors/store/open.js';
import { testRuntime } from '../../../support/runtime.js';
import { conformance } from './conformance.js';

conformance({
  name: 'the store of vectra shards',
  keeps: true,
  open: (folder, dimensions) =>
    openVectorStore(folder, { dimensions, model: 'test', runtime: testRuntime({ home: folder }) }),
});
conformance({
  name: 'the store of vectra shards with signs',
  keeps: true,
  open: (folder, dimensions) =>
    openVectorStore(folder, { dimensions, model: 'test', runtime: testRuntime({ home: folder }), exactUpTo: 10 }),
});
conformance({
  name: 'the store of vectra shards that may not write',
  keeps: false,
  open: (folder, dimensions) =>
    openVectorStore(folder, { dimensions, model: 'test', runtime: testRuntime({ home: folder }), readOnly: true }),
});
conformance({
  name: 'the store of vectra shards of a process that stays',
  keeps: true,
  open: (folder, dimensions) =>
    openVectorStore(folder, { dimensions, model: 'test', runtime: testRuntime({ home: folder }), resident: true }),
});
