import { createServer, type Server } from 'node:http';
import { createDynamoDbServer, listen } from './dynamodb-server.ts';
import { type Answer, forward, type Request, read, respond } from './forwarding.ts';

/**
 * DynamoDB at its slowest, for tests: a read that is not consistent answers from before the last write to its table.
 * `POST /settle` lets the reads catch up.
 */
export async function createStaleDynamoDbServer(): Promise<Server> {
  const parts = { current: createDynamoDbServer(), replica: createDynamoDbServer() };
  const [current, replica] = await Promise.all([listen(parts.current), listen(parts.replica)]);
  /** By table: the last write, which the replica has not seen. */
  const held = new Map<string, Request>();
  const [writeInOrder, replicateInOrder] = [createQueue(), createQueue()];

  const hold = (table: string, request?: Request): void => {
    const last = held.get(table);
    held.delete(table);
    if (request) held.set(table, request);
    if (last) void replicateInOrder(() => forward(replica, last));
  };
  const write = async (request: Request): Promise<Answer> => {
    const answer = await forward(current, request);
    if (answer.status === 200) hold(findTable(request), request);
    return answer;
  };
  const settle = async (): Promise<Answer> => {
    for (const table of [...held.keys()]) hold(table);
    return replicateInOrder(nothing);
  };
  const answer = async (request: Request): Promise<Answer> => {
    if (request.path === '/settle') return writeInOrder(settle);
    if (writes.has(request.action)) return writeInOrder(() => write(request));
    if (request.action === 'CreateTable') await forward(replica, request);
    const isStale = reads.has(request.action) && !isConsistent(request);
    return isStale ? replicateInOrder(() => forward(replica, request)) : forward(current, request);
  };
  const server = createServer((incoming, response) => {
    void read(incoming)
      .then(answer)
      .then((answered) => respond(response, answered));
  });
  const close = async (): Promise<void> => {
    // dynalite crashes on a write to a database that is closed.
    await Promise.allSettled([writeInOrder(nothing), replicateInOrder(nothing)]);
    for (const part of Object.values(parts)) {
      part.close();
      part.closeAllConnections();
    }
  };
  server.on('close', () => void close());
  return server;
}

const nothing = async (): Promise<Answer> => ({ status: 200, headers: {}, body: '' });

const writes: ReadonlySet<string> = new Set(['PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem']);
const reads: ReadonlySet<string> = new Set(['GetItem', 'Query', 'Scan', 'BatchGetItem']);

function isConsistent({ body }: Request): boolean {
  const { ConsistentRead, RequestItems } = JSON.parse(body) as Input;
  return RequestItems
    ? Object.values(RequestItems).every((each) => each.ConsistentRead === true)
    : ConsistentRead === true;
}

/** The functions' batches have one table each. */
function findTable({ body }: Request): string {
  const { TableName, RequestItems = {} } = JSON.parse(body) as Input;
  return TableName ?? Object.keys(RequestItems).join();
}

/** The replica must repeat the writes in their order. */
function createQueue() {
  let last: Promise<unknown> = Promise.resolve();
  return (work: () => Promise<Answer>): Promise<Answer> => {
    const answer = last.then(work);
    last = answer.catch(() => undefined);
    return answer;
  };
}

interface Input {
  readonly TableName?: string;
  readonly ConsistentRead?: boolean;
  readonly RequestItems?: Readonly<Record<string, { readonly ConsistentRead?: boolean }>>;
}
