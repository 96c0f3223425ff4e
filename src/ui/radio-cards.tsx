/** Large options to choose one (RadioCard) or several (CheckCard) of, with native inputs. */
import { useId, type ComponentProps, type ReactNode } from 'react'

import { cx } from './cx.ts'
import { FieldNote } from './field.tsx'

import styles from './radio-cards.module.css'

type RadioCardsProps = {
  legend: ReactNode
  /** Shows the legend to screen readers only. */
  legendHidden?: boolean
  hint?: ReactNode
  error?: string | null | false
  /** The maximum number of columns. */
  columns?: 1 | 2 | 3 | 4
  /** Rows with a line between them, instead of boxes. */
  rows?: boolean
  className?: string
  children: ReactNode
}

export const RadioCards = ({
  legend,
  legendHidden,
  hint,
  error,
  columns = 1,
  rows = false,
  className,
  children,
}: RadioCardsProps) => {
  const note = `${useId()}-note`
  return (
    <fieldset className={cx(styles.set, className)} aria-describedby={error || hint ? note : undefined}>
      <legend className={legendHidden ? 'visually-hidden' : styles.legend}>{legend}</legend>
      <div className={cx(styles.cards, rows && styles.rows)} data-columns={columns}>
        {children}
      </div>
      <FieldNote id={note} hint={hint} error={error} />
    </fieldset>
  )
}

type OptionCardProps = Omit<ComponentProps<'input'>, 'type' | 'title'> & {
  title: ReactNode
  /** One or two lines that explain the option. */
  text?: ReactNode
  /** Content at the far end, such as a price or an icon. */
  aside?: ReactNode
}

const OptionCard = ({
  type,
  title,
  text,
  aside,
  className,
  ...props
}: OptionCardProps & { type: 'radio' | 'checkbox' }) => {
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

export const RadioCard = (props: OptionCardProps) => <OptionCard {...props} type="radio" />

export const CheckCard = (props: OptionCardProps) => <OptionCard {...props} type="checkbox" />
