import { useState, useSyncExternalStore } from 'react'
import { useForm, useWatch, type UseFormRegisterReturn } from 'react-hook-form'

import { Refusal } from '#platform/refusal.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { RadioCard, RadioCards } from '#ui/radio-cards.tsx'
import { SelectField } from '#ui/select.tsx'
import { useToast } from '#ui/toast.tsx'

import { digestPaces, paceLabels, type DigestPace } from '../digest-pace.ts'
import { preferenceLabels } from '../preference-labels.ts'
import { preferenceSlugs, type PreferenceSlug } from '../preferences.ts'
import { default_time_zone, timeZoneHere, timeZones } from '../time-zone.ts'

import css from './own-page.module.css'

/** `time_zone`: null while it is not known, undefined where it is not chosen. */
export type WantedMails = {
  email_preferences: readonly PreferenceSlug[]
  digest_pace: DigestPace
  time_zone?: string | null
}
type Chosen = { mails: Record<PreferenceSlug, boolean>; digest_pace: DigestPace; time_zone: string }

const chosenOf = ({ email_preferences, digest_pace, time_zone }: WantedMails, here: string): Chosen => ({
  mails: Object.fromEntries(preferenceSlugs.map(slug => [slug, email_preferences.includes(slug)])) as Chosen['mails'],
  digest_pace,
  time_zone: time_zone ?? here,
})

type NotificationsFormProps = {
  initial: WantedMails
  /** Answers what holds from now on. */
  save: (
    wanted: Required<WantedMails> & { email_preferences: PreferenceSlug[]; time_zone: string },
  ) => Promise<WantedMails>
}

/** Which mails somebody wants, how often news comes, and none of it in one click. */
export const NotificationsForm = ({ initial, save }: NotificationsFormProps) => {
  const toast = useToast()
  const [problem, setProblem] = useState<string>()
  const [saved, setSaved] = useState(initial)
  const { here, zones } = useZones(saved.time_zone ?? undefined)
  const { register, handleSubmit, formState, control, getValues } = useForm<Chosen>({
    values: chosenOf(saved, here),
    resetOptions: { keepDirtyValues: true },
  })

  const pace = useWatch({ control, name: 'digest_pace' })

  const keep = async ({ mails, digest_pace, time_zone }: Chosen) => {
    setProblem(undefined)
    const email_preferences = preferenceSlugs.filter(slug => mails[slug])
    try {
      setSaved(await save({ email_preferences, digest_pace, time_zone }))
      toast('Your choice has been saved.', { kind: 'success' })
    } catch (error) {
      setProblem(error instanceof Refusal && error.status < 500 ? error.message : 'Something went wrong.')
    }
  }

  return (
    <form className={css.form} method="post" onSubmit={handleSubmit(keep)}>
      <section className={css.part} aria-labelledby="lists">
        <h2 id="lists">Mailing lists</h2>
        {preferenceSlugs.map(slug => (
          <Checkbox key={slug} {...register(`mails.${slug}`)} hint={preferenceLabels[slug].hint}>
            {preferenceLabels[slug].name}
          </Checkbox>
        ))}
      </section>
      <section className={css.part} aria-labelledby="news">
        <h2 id="news">News about your work</h2>
        <p>
          Clips that others put on your boards, quotes that wait for you and licenses that end within a month. For
          filmmakers also what our editors decided about their clips.
        </p>
        <RadioCards legend="How often news comes" columns={2}>
          {digestPaces.map(pace => (
            <RadioCard
              key={pace}
              {...register('digest_pace')}
              value={pace}
              title={paceLabels[pace].name}
              text={paceLabels[pace].hint}
            />
          ))}
        </RadioCards>
        {initial.time_zone !== undefined && (
          <TimeZoneField zones={zones} isUsed={hasHour(pace)} {...register('time_zone')} />
        )}
      </section>
      {problem && <Banner kind="danger">{problem}</Banner>}
      <div className={css.actions}>
        <Button type="submit" kind="primary" size="lg" busy={formState.isSubmitting && 'Saving…'}>
          Save
        </Button>
        <Button kind="quiet" size="lg" onClick={() => void keep(nothing(getValues('time_zone')))}>
          Unsubscribe from all
        </Button>
      </div>
    </form>
  )
}

const nothing = (time_zone: string): Chosen => ({
  ...chosenOf({ email_preferences: [], digest_pace: 'never' }, time_zone),
})

const hasHour = (pace: DigestPace): boolean => pace === 'daily' || pace === 'weekly'

type TimeZoneFieldProps = UseFormRegisterReturn & { zones: readonly string[]; isUsed: boolean }

/** It stays in the form while it is not used, so that choosing another pace loses nothing. */
const TimeZoneField = ({ zones, isUsed, ...field }: TimeZoneFieldProps) => (
  <SelectField
    label="Time zone"
    hint={isUsed ? 'Your news comes at 8 in the morning there.' : 'Counts for daily and weekly news.'}
    {...field}
  >
    {zones.map(zone => (
      <option key={zone} value={zone}>
        {zone.replaceAll('_', ' ')}
      </option>
    ))}
  </SelectField>
)

const neverChanges = () => () => {}

/** The server knows other zones than the browser, and not where that is: there the list begins with one. */
const useZones = (chosen: string | undefined) => {
  const here = useSyncExternalStore(neverChanges, timeZoneHere, () => default_time_zone)
  const isInBrowser = useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )
  const zone = chosen ?? here
  return { here, zones: isInBrowser ? timeZones(zone) : [zone] }
}
