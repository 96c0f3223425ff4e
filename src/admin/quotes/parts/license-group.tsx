/** Clips under one license in an offer: whom and what for, each clip's file, what the table says and what was agreed on. */
import { X } from 'lucide-react'
import { useState } from 'react'

import { ClipThumb } from '#catalog/clip-thumb.tsx'
import { sentence, type LicenseChoice } from '#licensing/choice.ts'
import type { Prices } from '#licensing/prices.ts'
import {
  distributionName,
  distributions,
  endClientSizes,
  formatOf,
  org_types,
  orgTypes,
  quoted_distribution,
} from '#licensing/terms.ts'
import { Button } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import { cx } from '#ui/cx.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { Money } from '#ui/money.tsx'
import { SelectField } from '#ui/select.tsx'
import { TextField } from '#ui/text-field.tsx'

import { amountError, amountHint, centsOf } from '../../parts/amount.ts'
import type { OfferClip } from '../contract.ts'
import { agreeOnAll, isBuyout, tablePrice, type DraftGroup, type DraftLine } from '../draft.ts'
import { ClipAdder } from './clip-adder.tsx'

import desk from '../../parts/desk.module.css'
import css from './license-group.module.css'

type Props = {
  group: DraftGroup
  place: number
  prices: Prices
  onChange: (group: DraftGroup) => void
  /** undefined for the only one. */
  onRemove: (() => void) | undefined
}

/** A buyout is everything at once, and stands alone. */
const toggled = (choice: LicenseChoice, id: number): LicenseChoice => {
  const { distribution_ids: ids } = choice
  if (id === quoted_distribution) return { ...choice, distribution_ids: isBuyout(choice) ? [] : [id] }
  const others = ids.filter(other => other !== quoted_distribution)
  return {
    ...choice,
    distribution_ids: others.includes(id) ? others.filter(other => other !== id) : [...others, id],
  }
}

/** HD where there is none chosen yet, as in the shop. */
const usualFormat = ({ format_ids }: OfferClip) => (format_ids.includes(3) ? 3 : (format_ids[0] ?? 3))

export const LicenseGroup = ({ group, place, prices, onChange, onRemove }: Props) => {
  const { choice, lines } = group
  const set = (part: Partial<LicenseChoice>) => onChange({ ...group, choice: { ...choice, ...part } })
  const setLine = (at: number, part: Partial<DraftLine>) =>
    onChange({ ...group, lines: lines.map((line, index) => (index === at ? { ...line, ...part } : line)) })
  const add = (clips: readonly OfferClip[]) =>
    onChange({
      ...group,
      lines: [
        ...lines,
        ...clips
          .filter(({ id }) => !lines.some(({ clip }) => clip.id === id))
          .map(clip => ({ clip, format_id: usualFormat(clip), agreed: '' })),
      ],
    })
  return (
    <fieldset className={css.group}>
      <legend>License {place + 1}</legend>
      {onRemove && (
        <Button kind="quiet" size="sm" className={css.remove} onClick={onRemove}>
          Remove this license
        </Button>
      )}
      <div className={css.license}>
        <SelectField
          dense
          label="Who it is for"
          value={choice.org_type}
          onChange={({ target }) => set({ org_type: org_types.find(one => one === target.value) ?? 'commercial' })}
        >
          {org_types.map(id => (
            <option key={id} value={id}>
              {orgTypes[id].name}
            </option>
          ))}
        </SelectField>
        <SelectField
          dense
          label="End client size"
          value={choice.end_client_size}
          onChange={({ target }) => set({ end_client_size: Number(target.value) })}
        >
          {endClientSizes.map(({ id, name, people }) => (
            <option key={id} value={id}>
              {name}, {people}
            </option>
          ))}
        </SelectField>
        <div role="group" aria-label="Distribution" className={css.chips}>
          {[...distributions.map(({ id }) => id), quoted_distribution].map(id => (
            <Chip
              key={id}
              pressed={choice.distribution_ids.includes(id)}
              onClick={() => onChange({ ...group, choice: toggled(choice, id) })}
            >
              {distributionName(id)}
            </Chip>
          ))}
        </div>
      </div>
      <p className={css.sentence}>
        {choice.distribution_ids.length === 0 ? 'Choose at least one distribution.' : `${sentence(choice)}.`}
      </p>
      {lines.length > 0 && (
        <>
          <div className={desk.scroll}>
            <table className={cx(desk.table, css.lines)}>
              <thead>
                <tr>
                  <th scope="col">Clip</th>
                  <th scope="col">File</th>
                  <th scope="col" data-number>
                    Table
                  </th>
                  <th scope="col">Agreed, in dollars</th>
                  <th scope="col">
                    <span className="visually-hidden">Remove</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {lines.map((line, at) => (
                  <Line
                    key={line.clip.id}
                    line={line}
                    table_cents={tablePrice(line, choice, prices)}
                    onChange={part => setLine(at, part)}
                    onRemove={() => onChange({ ...group, lines: lines.filter(other => other !== line) })}
                  />
                ))}
              </tbody>
            </table>
          </div>
          {lines.length > 1 && <AgreeOnAll group={group} prices={prices} onChange={onChange} />}
        </>
      )}
      <ClipAdder onAdd={add} />
    </fieldset>
  )
}

type LineProps = {
  line: DraftLine
  table_cents: number | null
  onChange: (part: Partial<DraftLine>) => void
  onRemove: () => void
}

const Line = ({ line: { clip, format_id, agreed }, table_cents, onChange, onRemove }: LineProps) => {
  const said = agreed.trim()
  const wrong = said !== '' && centsOf(said) === null
  return (
    <tr className={css.line}>
      <td>
        <span className={css.clip}>
          <ClipThumb thumbs={clip.thumbs} sizes="64px" className={css.thumb ?? ''} />
          <span>
            <span className={css.name}>{clip.name}</span>
            <span className={desk.soft}>
              {clip.filmmaker}, #{clip.id}
              {clip.tier !== 'standard' && `, ${clip.tier}`}
            </span>
          </span>
        </span>
      </td>
      <td>
        <SelectField
          dense
          label={`File of ${clip.name}`}
          labelHidden
          value={format_id}
          onChange={({ target }) => onChange({ format_id: Number(target.value) })}
        >
          {clip.format_ids.map(id => (
            <option key={id} value={id}>
              {formatOf(id).name}
            </option>
          ))}
        </SelectField>
      </td>
      <td data-number>{table_cents === null ? 'none' : <Money cents={table_cents} />}</td>
      <td className={css.agreed}>
        <TextField
          dense
          label={`Agreed price of ${clip.name}`}
          labelHidden
          inputMode="decimal"
          placeholder={table_cents === null ? 'needed' : 'as the table'}
          value={agreed}
          onChange={({ target }) => onChange({ agreed: target.value })}
          hint={amountHint(said)}
          error={wrong && amountError(said)}
        />
      </td>
      <td>
        <IconButton icon={X} size="sm" label={`Remove ${clip.name}`} onClick={onRemove} />
      </td>
    </tr>
  )
}

const AgreeOnAll = ({ group, prices, onChange }: Pick<Props, 'group' | 'prices' | 'onChange'>) => {
  const [said, setSaid] = useState('')
  const [error, setError] = useState<string>()
  const apply = () => {
    const next = agreeOnAll(group, said, prices)
    setError(next ? undefined : `${amountError(said)} For a discount, type -15%.`)
    if (next) onChange(next)
  }
  return (
    <div className={css.all}>
      <TextField
        dense
        label="Agree on all"
        placeholder="120, or -15%"
        value={said}
        onChange={({ target }) => setSaid(target.value)}
        onKeyDown={event => {
          if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
          event.preventDefault()
          apply()
        }}
        hint={amountHint(said)}
        error={error}
      />
      <Button onClick={apply}>Apply</Button>
    </div>
  )
}
