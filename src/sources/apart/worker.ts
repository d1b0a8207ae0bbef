// The thread that reads: started by its path (thread.ts).
import { parentPort } from 'node:worker_threads';
import { type Answer, asBuffer, detached, type Order, plainError, type Request, transferable } from './messages.js';
import { Reading, type Sink, Spares, Turn } from './reading.js';

const port = parentPort;
if (port !== null) {
  const turn = new Turn();
  const spares = new Spares();
  const readings = new Map<number, Reading>();
  const send = (answer: Answer, transfer?: ArrayBuffer[]): void => port.postMessage(answer, transfer);
  const read = ({ candidate, ...rest }: Order, call: number): void => {
    const reading = new Reading();
    readings.set(call, reading);
    const sink: Sink = {
      item: (item) => send({ kind: 'item', call, item: detached(item) }, transferable(item)),
      end: () => send({ kind: 'end', call }),
      fail: (error) => send({ kind: 'failed', call, error: plainError(error) }),
    };
    const order = { ...rest, candidate: { ...candidate, head: asBuffer(candidate.head) } };
    void reading.run(order, turn, spares, sink).finally(() => readings.delete(call));
  };
  port.on('message', (request: Request) => {
    if (request.kind === 'spare') spares.add(request.memory);
    else if (request.kind === 'read') read(request.order, request.call);
    else if (request.kind === 'taken') readings.get(request.call)?.taken(request.bytes);
    else readings.get(request.call)?.stop();
  });
}
