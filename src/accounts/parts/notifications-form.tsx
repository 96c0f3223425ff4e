import { useState, useSyncExternalStore } from 'react'
import { useForm, useWatch, type UseFormRegisterReturn } from 'react-hook-form'

import { Refusal } from '#platform/http/refusal.ts'
import { useCompany } from '#platform/settings/company-context.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { RadioCard, RadioCards } from '#ui/radio-cards.tsx'
import { SelectField } from '#ui/select.tsx'
import { useToast } from '#ui/toast.tsx'

import { digestPaces, digestPaceLabels, type DigestPace } from '../digest-pace.ts'
import { preferenceLabels, updatesLabel } from '../preference-labels.ts'
import { preferenceSlugs, type PreferenceSlug } from '../preferences.ts'
import { DEFAULT_TIME_ZONE, getBrowserTimeZone, listTimeZones } from '../time-zone.ts'

import css from './account-page.module.css'

/** `time_zone`: null while it is not known, undefined where it cannot be selected. */
export type NotificationFormSettings = {
  email_preferences: readonly PreferenceSlug[]
  digest_pace: DigestPace
  time_zone?: string | null
}
type NotificationFormValues = { mails: Record<PreferenceSlug, boolean>; digest_pace: DigestPace; time_zone: string }

const toFormValues = (
  { email_preferences, digest_pace, time_zone }: NotificationFormSettings,
  browserZone: string,
): NotificationFormValues => ({
  mails: Object.fromEntries(
    preferenceSlugs.map(slug => [slug, email_preferences.includes(slug)]),
  ) as NotificationFormValues['mails'],
  digest_pace,
  time_zone: time_zone ?? browserZone,
})

type NotificationsFormProps = {
  initial: NotificationFormSettings
  /** Saves the settings and returns them as they are now. */
  save: (
    settings: Required<NotificationFormSettings> & { email_preferences: PreferenceSlug[]; time_zone: string },
  ) => Promise<NotificationFormSettings>
}

/** Email preferences and digest frequency, with a button to unsubscribe from everything. */
export const NotificationsForm = ({ initial, save }: NotificationsFormProps) => {
  const toast = useToast()
  const [problem, setProblem] = useState<string>()
  const [saved, setSaved] = useState(initial)
  const { browserZone, zones } = useTimeZones(saved.time_zone ?? undefined)
  const { register, handleSubmit, formState, control, getValues } = useForm<NotificationFormValues>({
    values: toFormValues(saved, browserZone),
    resetOptions: { keepDirtyValues: true },
  })

  const selectedPace = useWatch({ control, name: 'digest_pace' })
  const labels = preferenceLabels(useCompany().name)

  const saveValues = async ({ mails, digest_pace, time_zone }: NotificationFormValues) => {
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
    <form className={css.form} method="post" onSubmit={handleSubmit(saveValues)}>
      <section className={css.part} aria-labelledby="lists">
        <h2 id="lists">Mailing lists</h2>
        {preferenceSlugs.map(slug => (
          <Checkbox key={slug} {...register(`mails.${slug}`)} hint={labels[slug].hint}>
            {labels[slug].name}
          </Checkbox>
        ))}
      </section>
      <section className={css.part} aria-labelledby="updates">
        <h2 id="updates">{updatesLabel.name}</h2>
        <p>{updatesLabel.hint}</p>
        <RadioCards legend="How often you get updates" columns={2}>
          {digestPaces.map(pace => (
            <RadioCard
              key={pace}
              {...register('digest_pace')}
              value={pace}
              title={digestPaceLabels[pace].name}
              text={digestPaceLabels[pace].hint}
            />
          ))}
        </RadioCards>
        {initial.time_zone !== undefined && (
          <TimeZoneField zones={zones} isUsed={usesTimeZone(selectedPace)} {...register('time_zone')} />
        )}
      </section>
      {problem && <Banner kind="danger">{problem}</Banner>}
      <div className={css.actions}>
        <Button type="submit" kind="primary" size="lg" busy={formState.isSubmitting && 'Saving…'}>
          Save
        </Button>
        <Button kind="quiet" size="lg" onClick={() => void saveValues(unsubscribedValues(getValues('time_zone')))}>
          Unsubscribe from all
        </Button>
      </div>
    </form>
  )
}

const unsubscribedValues = (time_zone: string): NotificationFormValues => ({
  ...toFormValues({ email_preferences: [], digest_pace: 'never' }, time_zone),
})

const usesTimeZone = (pace: DigestPace): boolean => pace === 'daily' || pace === 'weekly'

type TimeZoneFieldProps = UseFormRegisterReturn & { zones: readonly string[]; isUsed: boolean }

/** Stays in the form while it is unused, so that switching the frequency loses nothing. */
const TimeZoneField = ({ zones, isUsed, ...field }: TimeZoneFieldProps) => (
  <SelectField
    label="Time zone"
    hint={isUsed ? 'You get updates at 8 in the morning there.' : 'Applies to daily and weekly updates.'}
    {...field}
  >
    {zones.map(zone => (
      <option key={zone} value={zone}>
        {zone.replaceAll('_', ' ')}
      </option>
    ))}
  </SelectField>
)

const subscribeToNothing = () => () => {}

/**
 * The server supports other time zones than the browser and does not know the browser's zone, so it renders a list of
 * one.
 */
const useTimeZones = (selected: string | undefined) => {
  const browserZone = useSyncExternalStore(subscribeToNothing, getBrowserTimeZone, () => DEFAULT_TIME_ZONE)
  const isInBrowser = useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  )
  const zone = selected ?? browserZone
  return { browserZone, zones: isInBrowser ? listTimeZones(zone) : [zone] }
}
