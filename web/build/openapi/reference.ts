import type { ApiDocument, Operation } from './document.ts';
import { renderField, renderSchema } from './fields.ts';
import { escapeHtml } from './html.ts';
import type { JsonSchema } from './schemas.ts';

/** A page for people, without scripts. @param stylesheet its URL */
export function renderReference(document: ApiDocument, stylesheet: string): string {
  const { info, tags, paths } = document;
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const sections = tags.map(
    ({ name }) => `<section id="${name}" aria-labelledby="${name}-title"><h2 id="${name}-title">${name}</h2>
${operations
  .filter(({ operation }) => operation.tags.includes(name))
  .map(({ path, method, operation }) => renderOperation(path, method, operation, document))
  .join('\n')}</section>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API of Parley</title>
<link rel="icon" href="/icon.svg">
<link rel="stylesheet" href="${stylesheet}">
</head>
<body>
<header>
<p><a href="/">Parley</a></p>
<h1>API of Parley</h1>
<p>${renderText(info.description)}</p>
<p>For programs: <a href="/api/openapi.json">openapi.json</a>, in OpenAPI ${document.openapi}. Questions: <a href="mailto:${escapeHtml(info.contact.email)}">${escapeHtml(info.contact.email)}</a>.</p>
<nav aria-label="Areas"><ul>${tags.map(({ name }) => `<li><a href="#${name}">${name}</a></li>`).join('')}</ul></nav>
</header>
<main>
${sections.join('\n')}
</main>
</body>
</html>
`;
}

function renderOperation(path: string, method: string, operation: Operation, document: ApiDocument): string {
  const { operationId, summary, parameters, requestBody, responses } = operation;
  return `<details id="${operationId}">
<summary><span class="method">${method.toUpperCase()}</span> <code>${escapeHtml(path)}</code><span>${escapeHtml(summary)}</span></summary>
<div class="parts">
<h3>Who may call</h3>
<p>${escapeHtml(describeCallers(operation))}</p>
${parameters.length > 0 ? `<h3>Parameters</h3>${renderParameters(parameters)}` : ''}
${requestBody ? `<h3>Body</h3>${renderContent(requestBody.content)}` : ''}
<h3>Answers</h3>
${renderAnswers(responses, document)}
</div>
</details>`;
}

function describeCallers({ security }: Operation): string {
  const names = security.flatMap((each) => Object.keys(each));
  if (names.includes('guest')) return 'Anyone: a signed-in user, or a guest by a cookie.';
  if (names.includes('session')) return 'Signed-in users.';
  return names.includes('stripe') ? 'Stripe, with a signature.' : 'Anyone.';
}

function renderAnswers(responses: Operation['responses'], { components }: ApiDocument): string {
  const rows = Object.entries(responses).map(([status, response]) => {
    const { $ref, content, description } = response as Answer;
    const shared = $ref && components.responses[$ref.split('/').at(-1) ?? '']?.description;
    return `<tr><th scope="row">${status}</th><td>${content ? renderContent(content) : escapeHtml(shared ?? description ?? '')}</td></tr>`;
  });
  return `<table><thead><tr><th scope="col">Status</th><th scope="col">Answer, or codes of errors</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

function renderContent(content: NonNullable<Answer['content']>): string {
  return Object.entries(content)
    .map(([type, { schema }]) => `<p><code>${escapeHtml(type)}</code></p>${renderSchema(schema)}`)
    .join('');
}

function renderParameters(parameters: Operation['parameters']): string {
  const fields = parameters.map(({ name, in: place, required, schema }) =>
    renderField(`${name}`, schema as JsonSchema, [`${place}`, required ? 'required' : 'optional']),
  );
  return `<dl>${fields.join('')}</dl>`;
}

/** With `code` in backticks. */
function renderText(text: string): string {
  return escapeHtml(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>');
}

interface Answer {
  readonly $ref?: string;
  readonly description?: string;
  readonly content?: Readonly<Record<string, { readonly schema: JsonSchema }>>;
}
