import { createNeural } from '../../../infra/local/engines/neural/neural.ts';
import { type Part, quantile } from '../proof.ts';

/** In Node: time to the first sentence and for each after it, and the memory that the engine takes and gives back. */
export async function proveSpeed(modelsFolder: string): Promise<Part> {
  const before = measureMb();
  const neural = createNeural({ modelsFolder, idleMs: 500 });
  const translate = async (text: string, source: string, target: string) => {
    const startedAt = performance.now();
    await neural.translate(text, source, target);
    return performance.now() - startedAt;
  };
  const first = await translate('Where is the train station?', 'en', 'pt');
  const times: number[] = [];
  const cpuBefore = process.cpuUsage();
  for (let round = 0; round < 50; round++) times.push(await translate(`Where is bus ${round}?`, 'en', 'pt'));
  const { user, system } = process.cpuUsage(cpuBefore);
  const cpuMs = (user + system) / 1_000 / times.length;
  const one = measureMb();
  await translate('Onde fica a estação?', 'pt', 'en');
  const two = measureMb();
  const atOnceFrom = performance.now();
  await Promise.all(
    Array.from({ length: 80 }, (_, index) => neural.translate(`Is ${index} open?`, 'en', 'pt')),
  );
  const perSecond = 80_000 / (performance.now() - atOnceFrom);
  const longest = await translate('The hotel is near the old harbour. '.repeat(140), 'en', 'pt');
  const used = measureMb();
  await new Promise((done) => setTimeout(done, 3_000));
  const after = measureMb();
  neural.stop();
  const rest = after - before;
  return {
    name: 'speed and memory in Node',
    figures: {
      'ms to the first sentence': first.toFixed(0),
      'ms a sentence (p50)': quantile(times, 0.5).toFixed(1),
      'ms of processor time each': cpuMs.toFixed(1),
      'ms (p95)': quantile(times, 0.95).toFixed(1),
      'sentences a second': perSecond.toFixed(0),
      'ms for 4,900 characters': longest.toFixed(0),
      'MB with one model': (one - before).toFixed(0),
      'MB with two': (two - before).toFixed(0),
      'MB after use': (used - before).toFixed(0),
      'MB after the worker ended': rest.toFixed(0),
    },
    findings: [
      // Of the processor: the machine may be busy.
      ...(cpuMs < 60 ? [] : ['a sentence takes 60 ms of processor time or more']),
      ...(used - before < 700 ? [] : ['two models take 700 MB or more']),
      ...(rest < (used - before) / 2 ? [] : ['the memory does not come back']),
    ],
  };
}

function measureMb(): number {
  return process.memoryUsage().rss / 1e6;
}
