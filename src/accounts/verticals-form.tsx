/** The form for the kinds of work that a user makes, as toggle chips. */
import { useState } from 'react'

import { call } from '#platform/http/call.ts'
import { messageOf } from '#platform/http/error-message.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'

import type { User } from './contract.ts'
import { saveVerticals } from './own/profile-contract.ts'
import { verticals, type Vertical } from './verticals.ts'

import css from './verticals-form.module.css'

type VerticalsFormProps = {
  /** Slugs. */
  selected: readonly string[]
  onSaved: (user: User) => void
}

export const VerticalsForm = ({ selected, onSaved }: VerticalsFormProps) => {
  const [selection, setSelection] = useState(() => toVerticals(selected))
  const [isSaving, setIsSaving] = useState(false)
  const [problem, setProblem] = useState<string>()

  const save = async () => {
    setProblem(undefined)
    setIsSaving(true)
    try {
      onSaved((await call(saveVerticals, { body: { verticals: [...selection] } })).data)
    } catch (error) {
      setProblem(messageOf(error))
    } finally {
      setIsSaving(false)
    }
  }

  return (
    <div className={css.form}>
      <VerticalChips selected={selection} onChange={setSelection} />
      {problem && <Banner kind="danger">{problem}</Banner>}
      <div>
        <Button size="lg" busy={isSaving && 'Saving…'} onClick={() => void save()}>
          Save what you make
        </Button>
      </div>
    </div>
  )
}

/** Filters slugs down to valid ones, in the order of the list. */
export const toVerticals = (slugs: readonly string[]): readonly Vertical[] =>
  verticals.flatMap(({ slug }) => (slugs.includes(slug) ? [slug] : []))

type VerticalChipsProps = { selected: readonly Vertical[]; onChange: (pressed: readonly Vertical[]) => void }

export const VerticalChips = ({ selected, onChange }: VerticalChipsProps) => (
  <div className={css.chips} role="group" aria-label="What you make">
    {verticals.map(({ slug, label }) => {
      const isSelected = selected.includes(slug)
      return (
        <Chip
          key={slug}
          pressed={isSelected}
          onClick={() => onChange(isSelected ? selected.filter(other => other !== slug) : [...selected, slug])}
        >
          {label}
        </Chip>
      )
    })}
  </div>
)
