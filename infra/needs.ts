import type { BuiltEndpointId } from '../shared/api/index.ts';
import type { TableName } from './tables.ts';

/** What one function may touch, and how much machine it gets. */
export interface Needs {
  readonly memoryMb: number;
  /** At most 30: API Gateway waits no longer. */
  readonly timeoutSeconds: number;
  readonly tables?: Partial<Record<TableName, 'read' | 'write'>>;
  /** IAM actions of provider services that know no resources. */
  readonly actions?: readonly string[];
  /** IAM actions on our own transcription jobs. */
  readonly jobActions?: readonly string[];
  /** The bucket that holds clips for the minutes of a batch transcription. */
  readonly audioBucket?: true;
}

/** A row that leaves the planned list does not compile until it is decided here. */
export const needs: Record<BuiltEndpointId, Needs> = {
  'translation.translate': {
    memoryMb: 512,
    timeoutSeconds: 20,
    tables: { users: 'read' },
    actions: ['translate:TranslateText'],
  },
  'translation.phrases': {
    memoryMb: 512,
    timeoutSeconds: 20,
    tables: { users: 'write' },
    actions: ['translate:TranslateText'],
  },
  'speech.transcribe': {
    memoryMb: 1024,
    timeoutSeconds: 29,
    audioBucket: true,
    actions: ['transcribe:StartStreamTranscription', 'transcribe:StartTranscriptionJob'],
    jobActions: ['transcribe:GetTranscriptionJob', 'transcribe:DeleteTranscriptionJob'],
  },
  'speech.synthesize': { memoryMb: 512, timeoutSeconds: 29, actions: ['polly:SynthesizeSpeech'] },
  'system.health': {
    memoryMb: 256,
    timeoutSeconds: 10,
    actions: ['translate:ListLanguages', 'transcribe:ListTranscriptionJobs', 'polly:DescribeVoices'],
  },
  'system.not-found': { memoryMb: 128, timeoutSeconds: 5 },
};
