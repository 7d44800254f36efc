import { startDynamoDb } from '../../../infra/local/dynamodb.ts';

/** A database in a process of its own, for as long as whoever started it lives. */
const { url } = await startDynamoDb();
process.send?.(url);
process.once('disconnect', () => process.exit());
