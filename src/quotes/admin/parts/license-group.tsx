/** The clips of an offer under one license, each with its file format, list price and agreed price. */
import { X } from 'lucide-react'
import { useState } from 'react'

import { ClipThumb } from '#catalog/clip-thumb.tsx'
import { choiceSentence, type LicenseChoice } from '#licensing/choice.ts'
import type { Prices } from '#licensing/prices.ts'
import {
  distributionName,
  distributions,
  endClientSizes,
  formatOf,
  orgTypeIds,
  orgTypes,
  BUYOUT_DISTRIBUTION_ID,
} from '#licensing/terms.ts'
import { amountError, amountHint, parseCents } from '#ui/admin/amount.ts'
import { Button } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import { cx } from '#ui/cx.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { Money } from '#ui/money.tsx'
import { SelectField } from '#ui/select.tsx'
import { TextField } from '#ui/text-field.tsx'

import type { OfferClip } from '../contract.ts'
import { setAgreedPrices, isBuyout, getListPrice, type DraftGroup, type DraftLine } from '../draft.ts'
import { ClipAdder } from './clip-adder.tsx'

import adminPage from '#ui/admin/admin-page.module.css'
import css from './license-group.module.css'

type LicenseGroupProps = {
  group: DraftGroup
  index: number
  prices: Prices
  onChange: (group: DraftGroup) => void
  /** undefined when the offer has only one license. */
  onRemove: (() => void) | undefined
}

/** Adds or removes a distribution. A buyout includes everything, so it is never combined with others. */
const toggleDistribution = (choice: LicenseChoice, id: number): LicenseChoice => {
  const { distribution_ids: ids } = choice
  if (id === BUYOUT_DISTRIBUTION_ID) return { ...choice, distribution_ids: isBuyout(choice) ? [] : [id] }
  const others = ids.filter(distributionId => distributionId !== BUYOUT_DISTRIBUTION_ID)
  return {
    ...choice,
    distribution_ids: others.includes(id) ? others.filter(distributionId => distributionId !== id) : [...others, id],
  }
}

/** HD by default, like the shop. */
const getDefaultFormat = ({ format_ids }: OfferClip) => (format_ids.includes(3) ? 3 : (format_ids[0] ?? 3))

export const LicenseGroup = ({ group, index: groupIndex, prices, onChange, onRemove }: LicenseGroupProps) => {
  const { choice, lines } = group
  const set = (changes: Partial<LicenseChoice>) => onChange({ ...group, choice: { ...choice, ...changes } })
  const setLine = (lineIndex: number, changes: Partial<DraftLine>) =>
    onChange({ ...group, lines: lines.map((line, index) => (index === lineIndex ? { ...line, ...changes } : line)) })
  const add = (clips: readonly OfferClip[]) =>
    onChange({
      ...group,
      lines: [
        ...lines,
        ...clips
          .filter(({ id }) => !lines.some(({ clip }) => clip.id === id))
          .map(clip => ({ clip, format_id: getDefaultFormat(clip), agreed: '' })),
      ],
    })
  return (
    <fieldset className={css.group}>
      <legend>License {groupIndex + 1}</legend>
      {onRemove && (
        <Button kind="quiet" size="sm" className={css.remove} onClick={onRemove}>
          Remove this license
        </Button>
      )}
      <div className={css.license}>
        <SelectField
          dense
          label="License type"
          value={choice.org_type}
          onChange={({ target }) =>
            set({ org_type: orgTypeIds.find(orgType => orgType === target.value) ?? 'commercial' })
          }
        >
          {orgTypeIds.map(id => (
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
          {[...distributions.map(({ id }) => id), BUYOUT_DISTRIBUTION_ID].map(id => (
            <Chip
              key={id}
              pressed={choice.distribution_ids.includes(id)}
              onClick={() => onChange({ ...group, choice: toggleDistribution(choice, id) })}
            >
              {distributionName(id)}
            </Chip>
          ))}
        </div>
      </div>
      <p className={css.sentence}>
        {choice.distribution_ids.length === 0 ? 'Choose at least one distribution.' : `${choiceSentence(choice)}.`}
      </p>
      {lines.length > 0 && (
        <>
          <div className={adminPage.scroll}>
            <table className={cx(adminPage.table, css.lines)}>
              <thead>
                <tr>
                  <th scope="col">Clip</th>
                  <th scope="col">File</th>
                  <th scope="col" data-number>
                    List price
                  </th>
                  <th scope="col">Agreed, in dollars</th>
                  <th scope="col">
                    <span className="visually-hidden">Remove</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {lines.map((line, lineIndex) => (
                  <LicenseLine
                    key={line.clip.id}
                    line={line}
                    table_cents={getListPrice(line, choice, prices)}
                    onChange={changes => setLine(lineIndex, changes)}
                    onRemove={() => onChange({ ...group, lines: lines.filter(other => other !== line) })}
                  />
                ))}
              </tbody>
            </table>
          </div>
          {lines.length > 1 && <AgreedPriceField group={group} prices={prices} onChange={onChange} />}
        </>
      )}
      <ClipAdder onAdd={add} />
    </fieldset>
  )
}

type LicenseLineProps = {
  line: DraftLine
  table_cents: number | null
  onChange: (changes: Partial<DraftLine>) => void
  onRemove: () => void
}

const LicenseLine = ({ line: { clip, format_id, agreed }, table_cents, onChange, onRemove }: LicenseLineProps) => {
  const agreedText = agreed.trim()
  const isInvalid = agreedText !== '' && parseCents(agreedText) === null
  return (
    <tr className={css.line}>
      <td>
        <span className={css.clip}>
          <ClipThumb thumbs={clip.thumbs} sizes="64px" className={css.thumb ?? ''} />
          <span>
            <span className={css.name}>{clip.name}</span>
            <span className={adminPage.soft}>
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
          placeholder={table_cents === null ? 'required' : 'list price'}
          value={agreed}
          onChange={({ target }) => onChange({ agreed: target.value })}
          hint={amountHint(agreedText)}
          error={isInvalid && amountError(agreedText)}
        />
      </td>
      <td>
        <IconButton icon={X} size="sm" label={`Remove ${clip.name}`} onClick={onRemove} />
      </td>
    </tr>
  )
}

const AgreedPriceField = ({ group, prices, onChange }: Pick<LicenseGroupProps, 'group' | 'prices' | 'onChange'>) => {
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const apply = () => {
    const next = setAgreedPrices(group, text, prices)
    setError(next ? undefined : `${amountError(text)} For a discount, type -15%.`)
    if (next) onChange(next)
  }
  return (
    <div className={css.all}>
      <TextField
        dense
        label="Price for all clips"
        placeholder="120, or -15%"
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={event => {
          if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
          event.preventDefault()
          apply()
        }}
        hint={amountHint(text)}
        error={error}
      />
      <Button onClick={apply}>Apply</Button>
    </div>
  )
}
