import { rows } from './endpoint.ts';

export const speech = rows({
  'speech.transcribe': {
    method: 'POST',
    path: '/api/transcribe-amazon',
    access: 'guest',
    body: 'multipart',
  },
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
});
