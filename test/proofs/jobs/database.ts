import { startDynamoDb } from '../../../infra/local/database/dynamodb.ts';

/** A database in another process, which ends with its parent. */
const { url } = await startDynamoDb();
process.send?.(url);
process.once('disconnect', () => process.exit());
