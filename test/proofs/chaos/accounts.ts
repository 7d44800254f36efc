import { randomUUID } from 'node:crypto';
import { type Person, signIn, signUp, type Visitor, visit } from '../../support/people/session.ts';
import { read, type Scene, type Work } from './journal.ts';

export function comeAndGo(): Work {
  const members: Member[] = [];
  const seen: Done[] = [];
  let unseen: Done[] = [];
  let underWay: Done | undefined;

  const carryOut = async ({ journal }: Scene, done: Done) => {
    underWay = done;
    await steps[done.kind](done);
    noteDone(done);
    journal.acknowledge(done.kind);
  };
  const noteDone = (done: Done) => {
    const { kind, member, session } = done;
    if (kind === 'sign-up') members.push(member);
    if (kind === 'sign-up' || kind === 'sign-in') member.open.push(session);
    if (kind === 'sign-out') member.open.splice(member.open.indexOf(session), 1);
    if (kind === 'account removed') {
      member.open.length = 0;
      member.isGone = true;
      members.splice(members.indexOf(member), 1);
    }
    unseen.push(done);
    underWay = undefined;
  };

  return {
    write: (scene) => {
      const { chance, parley } = scene;
      const luck = chance();
      const member = members[Math.floor(chance() * members.length)];
      if (!member || luck < 0.3) {
        return carryOut(scene, { kind: 'sign-up', member: newMember(), session: visit(parley.url) });
      }
      const session = member.open[0];
      if (!session || luck < 0.6) {
        return carryOut(scene, { kind: 'sign-in', member, session: visit(parley.url) });
      }
      return carryOut(scene, { kind: luck < 0.8 ? 'sign-out' : 'account removed', member, session });
    },
    check: async ({ journal }, isEnd) => {
      if (underWay) {
        journal.resume(underWay.kind, await isCarriedOut(underWay));
        await finish(underWay);
        journal.acknowledge(underWay.kind);
        noteDone(underWay);
      }
      for (const done of unseen) journal.look(done.kind, await whatIsWrong(done));
      seen.push(...unseen);
      unseen = [];
      if (!isEnd) return;
      for (const done of seen) {
        const wrong = await whatIsWrong(done);
        if (wrong) journal.find(`in the end, ${done.kind}: ${wrong}`);
      }
    },
  };
}

function newMember(): Member {
  const person = { email: `${randomUUID()}@parley.example`, password: 'Correct-horse-7' };
  return { person: { ...person, firstName: 'Ada', lastName: 'Lovelace' }, open: [], isGone: false };
}

/** Leaving uses a copy of the cookies, so that the session can be asked afterwards. */
const steps: Record<Done['kind'], (done: Done) => Promise<unknown>> = {
  'sign-up': ({ member, session }) => signUp(session, member.person),
  'sign-in': ({ member, session }) => signIn(session, member.person),
  'sign-out': async ({ session }) => {
    const { status } = await sameCookies(session).fetch('/api/logout');
    if (status !== 302) throw new Error(`Signing out answered ${status}.`);
  },
  'account removed': async ({ session }) =>
    read(await sameCookies(session).fetch('/api/account', { method: 'DELETE' })),
};

async function isCarriedOut({ kind, member, session }: Done): Promise<boolean> {
  if (kind === 'sign-up') return canSignIn(member, session.url);
  return kind === 'sign-in' ? isSignedIn(session) : !(await isSignedIn(session));
}

/** Repeats what a kill interrupted. */
async function finish(done: Done): Promise<void> {
  const { kind, member, session } = done;
  if (kind === 'sign-up' && (await canSignIn(member, session.url))) return signIn(session, member.person);
  if (kind === 'account removed' && !(await isSignedIn(session))) return;
  await steps[kind](done);
}

async function whatIsWrong({ member, session }: Done): Promise<string | undefined> {
  const isOpen = member.open.includes(session);
  if (isOpen !== (await isSignedIn(session))) {
    return `a session is ${isOpen ? 'lost' : 'open again'}`;
  }
  if (member.isGone && (await canSignIn(member, session.url))) return 'who has left can sign in';
  return undefined;
}

async function isSignedIn(session: Visitor): Promise<boolean> {
  const response = await sameCookies(session).fetch('/api/auth/user');
  await response.arrayBuffer();
  if (response.status !== 200 && response.status !== 401)
    throw new Error(`/api/auth/user: ${response.status}`);
  return response.status === 200;
}

async function canSignIn({ person }: Member, url: string): Promise<boolean> {
  return signIn(visit(url), person).then(
    () => true,
    (error: Error) => {
      if (error.message.startsWith('The login showed its form again')) return false;
      throw error;
    },
  );
}

function sameCookies(session: Visitor): Visitor {
  const same = visit(session.url);
  for (const [name, value] of session.cookies) same.cookies.set(name, value);
  return same;
}

interface Member {
  readonly person: Person;
  readonly open: Visitor[];
  isGone: boolean;
}

interface Done {
  readonly kind: 'sign-up' | 'sign-in' | 'sign-out' | 'account removed';
  readonly member: Member;
  readonly session: Visitor;
}
