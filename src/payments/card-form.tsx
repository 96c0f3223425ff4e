/** The form for a new card: our layout around the gateway’s hosted fields. */
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { Field } from '#ui/field.tsx'

import { CardBrands } from './card-brands.tsx'
import { OPEN_TEXT, type CardField } from './card-texts.ts'
import type { CardFormHandle as CardFormState } from './use-card-form.ts'

import css from './card-form.module.css'

const fieldLabels: { name: CardField; label: string }[] = [
  { name: 'cardholderName', label: 'Name on card' },
  { name: 'number', label: 'Card number' },
  { name: 'expirationDate', label: 'Expiration date' },
  { name: 'cvv', label: 'CVV' },
  { name: 'postalCode', label: 'Zip code' },
]

/** `card` comes from `useCardForm()`; the checkout calls `card.tokenize()` to pay. */
export const CardForm = ({ card }: { card: CardFormState }) => (
  <div className={css.form} aria-busy={card.status === 'loading'}>
    {fieldLabels.map(({ name, label }) => (
      <Field key={name} label={label} error={card.texts[name]} className={css[name]}>
        {({ id }) => (
          <div
            className={cx(css.box, card.status !== 'ready' && css.waiting)}
            data-focused={card.focused === name}
            data-wrong={name in card.texts}
          >
            <div id={id} ref={card.boxOf(name)} className={css.frame} />
            {name === 'number' && card.brand && <CardBrands only={card.brand} />}
          </div>
        )}
      </Field>
    ))}
    {card.status === 'failed' && (
      <p className={css.failed} role="alert">
        <span>{OPEN_TEXT}. Nothing was charged.</span>
        <Button size="sm" onClick={card.retry}>
          Try again
        </Button>
      </p>
    )}
  </div>
)
