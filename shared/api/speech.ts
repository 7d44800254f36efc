import type { EndpointRow } from './endpoint.ts';

export const speech = {
  'speech.transcribe': {
    method: 'POST',
    path: '/api/transcribe-amazon',
    access: 'guest',
    body: 'multipart',
  },
  'speech.listen': { method: 'POST', path: '/api/speech/listen', access: 'guest', body: 'json' },
  'speech.hear': { method: 'POST', path: '/api/speech/hear', access: 'guest', body: 'multipart' },
  'speech.synthesize': {
    method: 'POST',
    path: '/api/speak',
    access: 'premium',
    body: 'json',
    produces: 'audio/mpeg',
  },
  'speech.marks': {
    method: 'POST',
    path: '/api/speech-marks',
    access: 'premium',
    body: 'json',
  },
} as const satisfies Record<string, EndpointRow>;
