import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { Access } from '../shared/api/endpoint.ts';
import { Unauthenticated } from './errors.ts';

/** Who called, as far as the row's access asks. */
export interface Caller {
  readonly kind: 'public' | 'guest';
  readonly requestId: string;
  /** The viewer's address, as the edge saw it. */
  readonly address: string;
  /** Aborts shortly before the function's time is up. */
  readonly signal: AbortSignal;
}

export function findCaller(access: Access, event: APIGatewayProxyEventV2, signal: AbortSignal): Caller {
  const known = { requestId: event.requestContext.requestId, address: viewerAddress(event), signal };
  switch (access) {
    case 'public':
      return { kind: 'public', ...known };
    case 'guest':
      return { kind: 'guest', ...known };
    default:
      throw new Unauthenticated();
  }
}

/**
 * The edge overwrites `x-viewer-address` with the address it saw; whatever a client sends under that name
 * never arrives. No other header is believed.
 */
function viewerAddress(event: APIGatewayProxyEventV2): string {
  return event.headers['x-viewer-address'] ?? event.requestContext.http.sourceIp;
}
