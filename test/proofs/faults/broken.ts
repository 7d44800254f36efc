import { tryFaults } from './matrix.ts';

/** Tries faults on a product that gives nothing back, and sends the findings to its parent. */
const { trials } = await tryFaults({
  seed: 1,
  only: { function: 'speech.transcribe', provider: 'transcribe' },
  sample: true,
  treat: async (call, _seen, execute) => {
    const isRefund = call.action === 'UpdateItem' && `${call.body}`.includes('"N":"-');
    if (!isRefund) return execute();
    return {
      status: 200,
      headers: { 'content-type': 'application/x-amz-json-1.0' },
      body: Buffer.from('{}'),
    };
  },
});
process.send?.(trials.flatMap(({ findings }) => findings));
process.exit();
