import { type AudioInput, type Ffmpeg, NotAudio } from '../engines/ffmpeg.ts';
import type { Pocketsphinx, Utterance } from '../engines/pocketsphinx.ts';
import type { ObjectStore } from './s3.ts';
import type { ProviderHandler } from './server.ts';
import { wrongLanguage } from './transcribe-streaming.ts';
import { AwsError, notModelled, readJsonBody } from './wire.ts';

/**
 * Amazon Transcribe's batch jobs on pocketsphinx: StartTranscriptionJob, GetTranscriptionJob,
 * ListTranscriptionJobs, DeleteTranscriptionJob. Clips are read from, and transcripts written to, the local
 * bucket. A running job cannot be deleted, as on AWS.
 */
export function transcribeBatchHandler(
  pocketsphinx: Pocketsphinx,
  ffmpeg: Ffmpeg,
  store: ObjectStore,
): ProviderHandler {
  const jobs = new Map<string, Job>();
  const place = { pocketsphinx, ffmpeg, store, jobs };
  return async (request, response) => {
    try {
      const operation = String(request.headers['x-amz-target']).replace(/^Transcribe\./, '');
      const run = operations[operation];
      if (!run) throw notModelled('This operation of Transcribe');
      if (!pocketsphinx.available || !ffmpeg.available) {
        throw new AwsError(500, 'InternalFailureException', 'pocketsphinx or ffmpeg is not installed.');
      }
      const answer = JSON.stringify(run(place, await readJsonBody(request)));
      response.writeHead(200, { 'content-type': 'application/x-amz-json-1.1' });
      response.end(answer);
    } catch (error) {
      const { status, type, message } =
        error instanceof AwsError ? error : new AwsError(500, 'InternalFailureException', 'The job failed.');
      response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' });
      response.end(JSON.stringify({ __type: type, Message: message }));
    }
  };
}

const operations: Readonly<Record<string, Operation>> = {
  StartTranscriptionJob(place, input) {
    const job = readJob(place, input);
    forgetOldJobs(place.jobs);
    place.jobs.set(job.name, job);
    void runJob(place, job);
    return { TranscriptionJob: describe(job) };
  },

  GetTranscriptionJob: ({ jobs }, input) => ({ TranscriptionJob: describe(findJob(jobs, input)) }),

  ListTranscriptionJobs({ jobs }, input) {
    const extra = Object.keys(input).find(
      (name) => !['Status', 'JobNameContains', 'MaxResults'].includes(name),
    );
    if (extra) throw notModelled(`Transcribe’s ListTranscriptionJobs with ${extra}`);
    const { Status, JobNameContains = '', MaxResults = 5 } = input;
    const summaries = [...jobs.values()]
      .reverse()
      .filter((job) => (!Status || job.status === Status) && job.name.includes(String(JobNameContains)))
      .slice(0, Number(MaxResults))
      .map((job) => ({ ...describe(job), Media: undefined, Transcript: undefined }));
    return { TranscriptionJobSummaries: summaries, ...(Status ? { Status } : {}) };
  },

  DeleteTranscriptionJob({ jobs }, input) {
    const job = findJob(jobs, input);
    if (job.status === 'IN_PROGRESS') throw badRequest('The job is in a non-terminal state.');
    jobs.delete(job.name);
    return {};
  },
};

function readJob({ pocketsphinx, store, jobs }: Place, input: Record<string, unknown>): Job {
  const extra = Object.keys(input).find((name) => !jobFields.has(name));
  if (extra) throw notModelled(`Transcribe’s StartTranscriptionJob with ${extra}`);
  const { TranscriptionJobName: name, LanguageCode, MediaFormat, Media, OutputBucketName, OutputKey } = input;
  if (typeof name !== 'string' || !/^[0-9a-zA-Z._-]{1,200}$/.test(name)) {
    throw badRequest("Value at 'transcriptionJobName' failed to satisfy constraint");
  }
  if (jobs.has(name)) {
    throw new AwsError(400, 'ConflictException', 'The requested job name already exists.');
  }
  if (!pocketsphinx.languages.includes(String(LanguageCode))) throw badRequest(wrongLanguage(pocketsphinx));
  const format = formats.find((each) => each === MediaFormat);
  if (!format) throw notModelled(`Transcribe’s StartTranscriptionJob with any MediaFormat but ${formats}`);
  const uri = String((Media as { MediaFileUri?: unknown } | undefined)?.MediaFileUri);
  const start = `s3://${store.bucket}/`;
  if (!uri.startsWith(start)) throw badRequest('The S3 URI that you provided can’t be accessed.');
  if (OutputBucketName !== store.bucket) throw badRequest('The specified S3 bucket can’t be accessed.');
  if (typeof OutputKey !== 'string')
    throw notModelled('Transcribe’s StartTranscriptionJob without OutputKey');
  return {
    name,
    language: String(LanguageCode),
    format,
    clipKey: uri.slice(start.length),
    outputKey: OutputKey,
    startedAt: Date.now(),
    status: 'IN_PROGRESS',
  };
}

const jobFields = new Set([
  'TranscriptionJobName',
  'LanguageCode',
  'MediaFormat',
  'Media',
  'OutputBucketName',
  'OutputKey',
]);
const formats = ['wav', 'flac', 'ogg', 'webm', 'mp4'] as const;

async function runJob({ pocketsphinx, ffmpeg, store }: Place, job: Job): Promise<void> {
  try {
    const clip = store.get(job.clipKey);
    if (!clip) throw new NotAudio('there is no clip');
    const input: AudioInput = { format: job.format };
    const utterances = await pocketsphinx.recognise(await ffmpeg.decode(clip.bytes, input));
    const bytes = Buffer.from(JSON.stringify(transcriptFile(job, utterances)));
    store.put(job.outputKey, { bytes, contentType: 'application/json' });
    job.status = 'COMPLETED';
  } catch (error) {
    job.status = 'FAILED';
    job.failure =
      error instanceof NotAudio
        ? 'The media format provided does not match the detected media format.'
        : 'Internal failure. Please retry your request.';
  }
}

/** The file that a job leaves in the output bucket: numbers are strings there. */
function transcriptFile(job: Job, utterances: readonly Utterance[]) {
  const words = utterances.flat();
  return {
    jobName: job.name,
    accountId: '000000000000',
    status: 'COMPLETED',
    results: {
      transcripts: [{ transcript: words.map((word) => word.text).join(' ') }],
      items: words.map((word, id) => ({
        id,
        type: 'pronunciation',
        alternatives: [{ confidence: word.confidence.toFixed(3), content: word.text }],
        start_time: word.start.toFixed(3),
        end_time: word.end.toFixed(3),
      })),
    },
  };
}

function describe(job: Job) {
  return {
    TranscriptionJobName: job.name,
    TranscriptionJobStatus: job.status,
    LanguageCode: job.language,
    MediaFormat: job.format,
    CreationTime: job.startedAt / 1000,
    StartTime: job.startedAt / 1000,
    ...(job.failure && { FailureReason: job.failure }),
  };
}

function findJob(jobs: Place['jobs'], { TranscriptionJobName: name }: Record<string, unknown>): Job {
  const job = jobs.get(String(name));
  // Transcribe answers "not found" as a bad request for jobs.
  if (!job)
    throw badRequest("The requested job couldn't be found. Check the job name and try your request again.");
  return job;
}

/** Jobs that nobody deletes must not pile up. */
function forgetOldJobs(jobs: Place['jobs']): void {
  for (const name of [...jobs.keys()].slice(0, Math.max(0, jobs.size - 99))) jobs.delete(name);
}

function badRequest(message: string): AwsError {
  return new AwsError(400, 'BadRequestException', message);
}

type Operation = (place: Place, input: Record<string, unknown>) => object;

interface Place {
  readonly pocketsphinx: Pocketsphinx;
  readonly ffmpeg: Ffmpeg;
  readonly store: ObjectStore;
  readonly jobs: Map<string, Job>;
}

interface Job {
  readonly name: string;
  readonly language: string;
  readonly format: (typeof formats)[number];
  readonly clipKey: string;
  readonly outputKey: string;
  readonly startedAt: number;
  status: 'IN_PROGRESS' | 'COMPLETED' | 'FAILED';
  failure?: string;
}
