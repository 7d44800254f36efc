import { expect, test } from 'vitest';
import type { Examined } from './findings.ts';
import { readTemplates } from './templates.ts';

const { careless, examined } = await readTemplates();

test('a synthesis fails only for an unprotected bucket', () => {
  expect(careless).toContain('AwsSolutions-S10');
  const places = [...careless.matchAll(/^ +(parley-prod\/\S+)/gm)].map(([, place]) => place);
  expect(new Set(places)).toEqual(new Set(['parley-prod/Careless/Resource']));
});

test.each(Object.entries(examined))(
  'every finding of cdk-nag is answered, and every answer has its finding: %s',
  (_name, { answers, findings }) => {
    const isAnswered = (finding: Finding) => answers.some((each) => answersTo(each, finding));
    expect(findings.filter((each) => !isAnswered(each))).toEqual([]);
    expect(answers.filter((each) => !findings.some((finding) => answersTo(each, finding)))).toEqual([]);
    expect(findings.filter(({ id }) => id.startsWith('Serverless-')).length).toBeGreaterThan(30);
    expect(findings.filter(({ id }) => id.startsWith('AwsSolutions-')).length).toBeGreaterThan(30);
  },
);

test('each acknowledgement has a reason for one finding of one resource', () => {
  for (const { id, reason, path } of examined.usual.answers) {
    expect(reason, id).toMatch(/^[A-Z].{30,}\.$/);
    // A wildcard or a managed policy is answered by its name: the next one needs its own reason.
    if (/IAM[45]/.test(id)) expect(id).toMatch(/\[(Action|Resource|Policy)::.+\]$/);
    expect(path.split('/').length, path).toBeGreaterThan(1);
  }
});

/** Acknowledgements are on the finding's construct or on a parent. */
function answersTo(answer: Answer, finding: Finding): boolean {
  return answer.id === finding.id && `${finding.path}/`.startsWith(`${answer.path}/`);
}

type Answer = Examined['answers'][number];
type Finding = Examined['findings'][number];
