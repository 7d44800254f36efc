import type { ProviderAnswer, ProviderCall, ProviderName } from '../../support/parley/provider-proxy.ts';

export interface Shapes {
  throttled(call: ProviderCall, inside: string): ProviderAnswer;
  failed(call: ProviderCall, inside: string): ProviderAnswer;
}

type Shape = (call: ProviderCall, inside: string) => ProviderAnswer;

/** Names are those of the API references; Stripe's are of docs.stripe.com/error-low-level. */
export const shapes: Readonly<Record<ProviderName, Shapes>> = {
  dynamodb: {
    throttled: named(400, 'com.amazonaws.dynamodb.v20120810#ProvisionedThroughputExceededException'),
    failed: named(500, 'com.amazonaws.dynamodb.v20120810#InternalServerError'),
  },
  translate: {
    throttled: named(400, 'TooManyRequestsException'),
    failed: named(500, 'InternalServerException'),
  },
  polly: { throttled: named(400, 'ThrottlingException'), failed: named(500, 'ServiceFailureException') },
  transcribe: {
    throttled: (call, inside) => named(isStreamed(call) ? 429 : 400, 'LimitExceededException')(call, inside),
    failed: named(500, 'InternalFailureException'),
  },
  cognito: {
    throttled: (call, inside) =>
      isApi(call) ? named(400, 'TooManyRequestsException')(call, inside) : page(429)(call, inside),
    failed: (call, inside) =>
      isApi(call) ? named(500, 'InternalErrorException')(call, inside) : page(500)(call, inside),
  },
  secrets: { throttled: named(400, 'ThrottlingException'), failed: named(500, 'InternalServiceError') },
  stripe: {
    throttled: (_call, inside) =>
      json(429, { error: { type: 'invalid_request_error', code: 'rate_limit', message: inside } }),
    failed: (_call, inside) => json(500, { error: { type: 'api_error', message: inside } }),
  },
};

function named(status: number, type: string): Shape {
  return (_call, inside) => json(status, { __type: type, message: inside }, { 'x-amzn-errortype': type });
}

function page(status: number): Shape {
  return (_call, inside) => ({
    status,
    headers: { 'content-type': 'text/html' },
    body: Buffer.from(`<html>${inside}</html>`),
  });
}

function json(status: number, body: object, headers: Record<string, string> = {}): ProviderAnswer {
  return {
    status,
    headers: { 'content-type': 'application/json', ...headers },
    body: Buffer.from(JSON.stringify(body)),
  };
}

function isStreamed({ action }: ProviderCall): boolean {
  return action === 'StartStreamTranscription';
}

function isApi({ headers }: ProviderCall): boolean {
  return headers['x-amz-target'] !== undefined;
}
