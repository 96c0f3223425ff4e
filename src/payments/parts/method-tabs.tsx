/** The payment methods at checkout: saved ones as rows, and a tab for each kind of new one. */
import { useId } from 'react'

import { cx } from '#ui/cx.ts'

import type { MethodOption, MethodType } from '../method-options.ts'
import { MethodMark } from './method-mark.tsx'

import css from './method-tabs.module.css'

const tabLabels: Record<MethodType, string> = { card: 'Card', paypal: 'PayPal', ach: 'Bank' }

type MethodTabsProps = {
  options: readonly MethodOption[]
  selected: MethodOption
  onChoose: (option: MethodOption) => void
}

export const MethodTabs = ({ options, selected, onChoose }: MethodTabsProps) => {
  const name = useId()
  const renderOption = (option: MethodOption) => (
    <label key={option.id} className={cx(css.option, option.saved === null && css.tab)}>
      <input
        type="radio"
        name={name}
        value={option.id}
        checked={option.id === selected.id}
        disabled={option.is_expired}
        className={css.input}
        onChange={() => onChoose(option)}
      />
      <span aria-hidden>
        <MethodMark type={option.type} brand={option.saved?.card_brand} />
      </span>
      {option.saved === null && <span aria-hidden>{tabLabels[option.type]}</span>}
      <span className={option.saved === null ? 'visually-hidden' : undefined}>{option.label}</span>
    </label>
  )
  const savedOptions = options.filter(({ saved }) => saved !== null)
  return (
    <fieldset className={css.set}>
      <legend className="visually-hidden">Payment method</legend>
      {savedOptions.map(renderOption)}
      <div className={css.tabs}>{options.filter(({ saved }) => saved === null).map(renderOption)}</div>
    </fieldset>
  )
}
