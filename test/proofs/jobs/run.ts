import { mock } from 'node:test';
import { handler } from '../../../functions/jobs/reset-allowances.ts';
import { lambdaContext } from '../../support/handlers/event.ts';

/** Runs the job once, in a process that may be killed: `node run.ts NOW`, in milliseconds since 1970. */
mock.timers.enable({ apis: ['Date'], now: Number(process.argv[2]) });
await handler({}, lambdaContext(900_000));
