/** Large options to choose from, one (RadioCard) or several (CheckCard); native inputs underneath. */
import { useId, type ComponentProps, type ReactNode } from 'react'

import { cx } from './cx.ts'
import { FieldNote } from './field.tsx'

import styles from './radio-cards.module.css'

type CardsProps = {
  legend: ReactNode
  /** Keeps the legend for screen readers only. */
  legendHidden?: boolean
  hint?: ReactNode
  error?: string | null | false
  /** Most columns beside each other, when there is room. */
  columns?: 1 | 2 | 3 | 4
  className?: string
  children: ReactNode
}

export const RadioCards = ({ legend, legendHidden, hint, error, columns = 1, className, children }: CardsProps) => {
  const note = `${useId()}-note`
  return (
    <fieldset className={cx(styles.set, className)} aria-describedby={error || hint ? note : undefined}>
      <legend className={legendHidden ? 'visually-hidden' : styles.legend}>{legend}</legend>
      <div className={styles.cards} data-columns={columns}>
        {children}
      </div>
      <FieldNote id={note} hint={hint} error={error} />
    </fieldset>
  )
}

type CardProps = Omit<ComponentProps<'input'>, 'type' | 'title'> & {
  title: ReactNode
  /** One or two lines that explain the choice. */
  text?: ReactNode
  /** At the far end: a price, an icon. */
  aside?: ReactNode
}

const Card = ({ type, title, text, aside, className, ...props }: CardProps & { type: 'radio' | 'checkbox' }) => {
  const id = useId()
  return (
    <label className={cx(styles.card, className)}>
      <input
        {...props}
        type={type}
        className={styles.input}
        aria-labelledby={`${id}-title`}
        aria-describedby={text || aside ? `${id}-more` : undefined}
      />
      <span className={styles.title} id={`${id}-title`}>
        {title}
      </span>
      {text || aside ? (
        <span className={styles.more} id={`${id}-more`}>
          {aside ? <span className={styles.aside}>{aside}</span> : null}
          {text ? <span className={styles.text}>{text}</span> : null}
        </span>
      ) : null}
    </label>
  )
}

export const RadioCard = (props: CardProps) => <Card {...props} type="radio" />

export const CheckCard = (props: CardProps) => <Card {...props} type="checkbox" />
