import { MemoryVectorStore } from '../../../../src/index/vectors/store/memory-store.js';
import { conformance } from './conformance.js';

conformance({
  name: 'the store in memory',
  keeps: false,
  open: async (_, dimensions) => new MemoryVectorStore(dimensions),
});
