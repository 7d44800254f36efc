import { type CardField, type CardText, cardFields, formats, type Problem, problemOf } from './card.ts';
import { element } from './dom.ts';
import { testCards } from './test-cards.ts';

/** The fields of a card, with what is wrong beneath each. */
export interface CardForm {
  readonly node: HTMLElement;
  text(): CardText;
  /** Shows what is wrong with a field, and goes there. */
  show(problem: Problem): void;
  clear(): void;
  focus(): void;
}

/** @param changed is told of every keystroke */
export function createCardForm(changed: () => void): CardForm {
  const fields = Object.fromEntries(cardFields.map((name) => [name, createField(name)])) as Record<
    CardField,
    Field
  >;
  const text = (): CardText => ({
    number: fields.number.input.value,
    expiry: fields.expiry.input.value,
    cvc: fields.cvc.input.value,
  });
  const problemIn = (name: CardField) => problemOf(name, text(), new Date());

  for (const name of cardFields) {
    const { input, complain } = fields[name];
    input.addEventListener('input', () => {
      reformat(input, formats[name]);
      // A number that is complete and wrong is told at once, all else when the field is left.
      const problem = problemIn(name);
      complain(problem && !problem.code.startsWith('incomplete') ? problem.message : '');
      changed();
    });
    input.addEventListener('blur', ({ relatedTarget }) => {
      // A sentence that appears while the page's button is pressed would push the button away from under the pointer.
      const isWithin = cardFields.some((each) => fields[each].input === relatedTarget);
      if (isWithin && input.value) complain(problemIn(name)?.message ?? '');
    });
  }

  return {
    node: element(
      'div',
      { role: 'group', 'aria-label': 'Card' },
      element(
        'div',
        { class: 'fields' },
        fields.number.node,
        element('div', { class: 'pair' }, fields.expiry.node, fields.cvc.node),
      ),
      hint(),
    ),
    text,
    show: ({ field, message }) => {
      fields[field].complain(message);
      fields[field].input.focus();
    },
    clear: () => {
      for (const name of cardFields) {
        fields[name].input.value = '';
        fields[name].complain('');
      }
      changed();
    },
    focus: () => fields.number.input.focus(),
  };
}

interface Field {
  readonly node: HTMLElement;
  readonly input: HTMLInputElement;
  /** Shows a sentence; none takes the last one away. */
  complain(sentence: string): void;
}

function createField(name: CardField): Field {
  const { label, ...attributes } = looks[name];
  const input = element('input', {
    ...attributes,
    id: name,
    name,
    type: 'text',
    inputmode: 'numeric',
    spellcheck: 'false',
    'aria-describedby': `${name}-error`,
  });
  const error = element('p', { class: 'error', id: `${name}-error`, role: 'alert' });
  return {
    node: element('div', { class: 'field' }, element('label', { for: name }, label), input, error),
    input,
    complain: (sentence) => {
      if (error.textContent !== sentence) error.textContent = sentence;
      if (sentence) input.setAttribute('aria-invalid', 'true');
      else input.removeAttribute('aria-invalid');
    },
  };
}

const looks = {
  number: { label: 'Card number', autocomplete: 'cc-number', placeholder: '1234 1234 1234 1234' },
  expiry: { label: 'Expiration date', autocomplete: 'cc-exp', placeholder: 'MM / YY' },
  cvc: { label: 'Security code', autocomplete: 'cc-csc', placeholder: 'CVC' },
};

/** Sets a text out anew, with the caret after the same digit as before. */
function reformat(input: HTMLInputElement, format: (text: string) => string): void {
  const typed = input.value;
  const formatted = format(typed);
  if (formatted === typed) return;
  const caret = input.selectionStart ?? typed.length;
  input.value = formatted;
  if (caret === typed.length) return;
  let digits = typed.slice(0, caret).replace(/\D/g, '').length;
  let position = 0;
  while (digits > 0 && position < formatted.length) {
    if (/\d/.test(formatted[position] ?? '')) digits -= 1;
    position += 1;
  }
  input.setSelectionRange(position, position);
}

function hint(): HTMLElement {
  const cards = testCards.map(({ number, outcome }) =>
    element('li', {}, element('code', {}, number), ` ${outcome}`),
  );
  return element(
    'details',
    {},
    element('summary', {}, 'A stand-in for Stripe: test cards'),
    element(
      'p',
      {},
      'This form runs on your own machine and charges nobody. Any date to come and any code will do.',
    ),
    element('ul', {}, ...cards),
  );
}
