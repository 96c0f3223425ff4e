/** The chosen clips: what becomes of them, and the same words for all. Empty fields change nothing. */
import { ArrowLeft } from 'lucide-react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'

import { cameraLooks, motions, tiers, timesOfDay } from '#catalog/ingest/terms.ts'
import { keywordsIn } from '#catalog/keyword-words.ts'
import { clipMoveNames } from '#catalog/review.ts'
import { call } from '#platform/call.ts'
import { checkedBy, showRefusal } from '#platform/form.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { SelectField } from '#ui/select.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useToast } from '#ui/toast.tsx'

import { changeStaffClips } from '../contract.ts'
import { MoveButtons } from './move-buttons.tsx'

import page from '../../pages/person.module.css'
import desk from '../../parts/desk.module.css'
import css from './bulk-panel.module.css'

type Props = {
  ids: readonly number[]
  categories: readonly { id: number; name: string; parent_id: number | null }[]
  onClear: () => void
  /** Back to the list, on a small screen. */
  onBack: () => void
  onChanged: () => Promise<void>
}

const nothing = {
  add_keywords: '',
  remove_keywords: '',
  category_id: '',
  camera_look: '',
  motion: '',
  time_of_day: '',
  people_count: '',
  tier: '',
}
type Fields = typeof nothing
const names = Object.keys(nothing) as (keyof Fields)[]
const Shape = z.object({
  ...Object.fromEntries(names.map(name => [name, z.string()])),
  people_count: z.string().check(z.regex(/^\d{0,5}$/, 'People are counted from 0.')),
}) as unknown as z.ZodMiniType<Fields, Fields>

/** Only what was filled in. */
const bodyOf = ({ add_keywords, remove_keywords, category_id, people_count, ...choices }: Fields) => ({
  ...(add_keywords.trim() && { add_keywords: keywordsIn(add_keywords) }),
  ...(remove_keywords.trim() && { remove_keywords: keywordsIn(remove_keywords) }),
  ...(category_id && { category_id: Number(category_id) }),
  ...(people_count.trim() && { people_count: Number(people_count) }),
  ...(Object.fromEntries(Object.entries(choices).filter(([, value]) => value !== '')) as {
    camera_look?: (typeof cameraLooks)[number]
    motion?: (typeof motions)[number]
    time_of_day?: (typeof timesOfDay)[number]
    tier?: (typeof tiers)[number]
  }),
})

export const BulkPanel = ({ ids, categories, onClear, onBack, onChanged }: Props) => {
  const toast = useToast()
  const form = useForm({ resolver: checkedBy(Shape), defaultValues: nothing })
  const { register, handleSubmit, reset, formState, setError } = form
  const { errors, isSubmitting } = formState
  const title = ids.length === 1 ? '1 clip' : `${ids.length} clips`
  const save = handleSubmit(async fields => {
    const change = bodyOf(fields)
    if (Object.keys(change).length === 0) return setError('root', { message: 'Fill in what should change.' })
    try {
      const { data } = await call(changeStaffClips, { body: { clip_ids: [...ids], ...change } })
      reset()
      await onChanged()
      toast(
        data.changed === 0
          ? 'They all say so already.'
          : `${data.changed === 1 ? '1 clip' : `${data.changed} clips`} changed.`,
        { kind: 'success' },
      )
    } catch (error) {
      showRefusal(error, form, names)
    }
  })
  const text = (name: keyof Fields) => ({ dense: true, ...register(name), error: errors[name]?.message })
  const choice = (name: keyof Fields, label: string, values: readonly string[]) => (
    <SelectField dense label={label} {...register(name)} error={errors[name]?.message}>
      <option value="">Stays as it is</option>
      {values.map(value => (
        <option key={value}>{value}</option>
      ))}
    </SelectField>
  )
  return (
    <div className={page.person}>
      <button type="button" className={css.back} onClick={onBack}>
        <ArrowLeft aria-hidden />
        Clips
      </button>
      <header className={page.head}>
        <h1>{title} chosen</h1>
        <p>
          <Button kind="quiet" size="sm" onClick={onClear}>
            Choose none
          </Button>
        </p>
      </header>
      <section aria-labelledby="moves">
        <h2 id="moves">What becomes of them</h2>
        <p className={desk.end}>
          <MoveButtons ids={ids} moves={clipMoveNames} title={title} onChanged={onChanged} />
        </p>
      </section>
      <section aria-labelledby="words">
        <h2 id="words">The same words for all</h2>
        <form method="post" noValidate onSubmit={save} className={desk.form}>
          <div className={desk.fields}>
            <TextField
              label="Add keywords"
              placeholder="dusk, harbor, fog"
              maxLength={3_000}
              {...text('add_keywords')}
              className={desk.wide}
            />
            <TextField
              label="Take keywords away"
              maxLength={3_000}
              {...text('remove_keywords')}
              className={desk.wide}
            />
            <SelectField dense label="Category" {...register('category_id')} error={errors.category_id?.message}>
              <option value="">Stays as it is</option>
              {categories
                .filter(({ parent_id }) => parent_id === null)
                .map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
            </SelectField>
            {choice('camera_look', 'Camera look', cameraLooks)}
            {choice('motion', 'Motion', motions)}
            {choice('time_of_day', 'Time of day', timesOfDay)}
            <TextField label="People" inputMode="numeric" placeholder="Stays as it is" {...text('people_count')} />
            {choice('tier', 'Tier', tiers)}
          </div>
          {errors.root && <Banner kind="danger">{errors.root.message}</Banner>}
          <p className={desk.end}>
            <Button type="submit" kind="primary" busy={isSubmitting && 'Changing…'}>
              Change {title}
            </Button>
          </p>
        </form>
      </section>
    </div>
  )
}
