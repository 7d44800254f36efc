import { createApertium } from '../../../infra/local/engines/apertium.ts';
import { measure, type Speed } from './translate.ts';

/** The bare engine, with warm pipelines. */
export async function benchPipeline(options: {
  concurrency: number;
  requests: number;
  text: string;
  source: string;
  target: string;
}): Promise<Speed> {
  const { concurrency, requests, text, source, target } = options;
  const apertium = createApertium();
  const translate = async () => {
    await apertium.translate(text, source, target);
  };
  try {
    await measure(concurrency, 50, translate);
    return await measure(concurrency, requests, translate);
  } finally {
    await apertium.stop();
  }
}
