import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import send from 'send';
import { cataloguePath, modelsPath } from '../../../shared/neural/catalogue.ts';
import { chooseCacheControl } from '../../aws/stack/edge/headers.ts';
import { listModels } from '../engines/neural/model-files.ts';
import { readPath } from '../gateway/request.ts';
import { packModels } from '../models/packed.ts';

/** Serves the models of this machine to browsers, below `/models/`. They are packed when the first browser asks. */
export function openModels(modelsFolder: string, packedFolder: string) {
  let packing: Promise<void> | undefined;
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const requested = readPath(request);
    if (requested === cataloguePath) {
      packing ??= packModels(modelsFolder, listModels(modelsFolder), packedFolder);
      await packing.catch((error: unknown) => {
        packing = undefined;
        throw error;
      });
    }
    const file = requested.slice(modelsPath.length);
    const isServed = requested === cataloguePath || /^[0-9a-f]{64}\.gz$/.test(file);
    const isReading = request.method === 'GET' || request.method === 'HEAD';
    if (!isServed || !isReading) {
      response.writeHead(isReading ? 404 : 405, { 'content-type': 'text/plain' }).end();
      return;
    }
    const type = file.endsWith('.gz') ? 'application/octet-stream' : 'application/json; charset=utf-8';
    response.setHeader('cache-control', chooseCacheControl(requested)).setHeader('content-type', type);
    await new Promise<void>((resolve) => {
      send(request, file, { root: path.resolve(packedFolder), index: false, cacheControl: false })
        .on('error', ({ status }: { status: number }) => {
          if (response.headersSent) return response.destroy();
          response.writeHead(status, { 'content-type': 'text/plain', 'cache-control': 'no-store' }).end();
        })
        .pipe(response);
      response.on('close', resolve);
    });
  };
}
