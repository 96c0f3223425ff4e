/** The kinds of work that somebody makes, to be pressed on and off. */
import { useState } from 'react'

import { call } from '#platform/call.ts'
import { messageOf } from '#platform/message.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'

import type { User } from './contract.ts'
import { saveVerticals } from './own/profile-contract.ts'
import { verticals, type Vertical } from './verticals.ts'

import css from './verticals-form.module.css'

type VerticalsFormProps = {
  /** Slugs. */
  chosen: readonly string[]
  onSaved: (user: User) => void
}

export const VerticalsForm = ({ chosen, onSaved }: VerticalsFormProps) => {
  const [pressed, setPressed] = useState(() => verticalsIn(chosen))
  const [isSaving, setIsSaving] = useState(false)
  const [problem, setProblem] = useState<string>()

  const save = async () => {
    setProblem(undefined)
    setIsSaving(true)
    try {
      onSaved((await call(saveVerticals, { body: { verticals: [...pressed] } })).data)
    } catch (error) {
      setProblem(messageOf(error))
    } finally {
      setIsSaving(false)
    }
  }

  return (
    <div className={css.form}>
      <VerticalChips pressed={pressed} onChange={setPressed} />
      {problem && <Banner kind="danger">{problem}</Banner>}
      <div>
        <Button size="lg" busy={isSaving && 'Saving…'} onClick={() => void save()}>
          Save what you make
        </Button>
      </div>
    </div>
  )
}

/** Those of the list, in its order. */
export const verticalsIn = (chosen: readonly string[]): readonly Vertical[] =>
  verticals.flatMap(({ slug }) => (chosen.includes(slug) ? [slug] : []))

type VerticalChipsProps = { pressed: readonly Vertical[]; onChange: (pressed: readonly Vertical[]) => void }

export const VerticalChips = ({ pressed, onChange }: VerticalChipsProps) => (
  <div className={css.chips} role="group" aria-label="What you make">
    {verticals.map(({ slug, label }) => {
      const isOn = pressed.includes(slug)
      return (
        <Chip
          key={slug}
          pressed={isOn}
          onClick={() => onChange(isOn ? pressed.filter(one => one !== slug) : [...pressed, slug])}
        >
          {label}
        </Chip>
      )
    })}
  </div>
)
