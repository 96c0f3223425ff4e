import { useForm } from 'react-hook-form'

import { getNotifications, saveNotifications } from '#accounts/own/contract.ts'
import { preferenceLabels } from '#accounts/preference-labels.ts'
import { preferenceSlugs } from '#accounts/preferences.ts'
import { timeZoneHere } from '#accounts/time-zone.ts'
import { call } from '#platform/call.ts'
import { useCall } from '#platform/query.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'

import type { StepProps } from './onboarding-modal.tsx'
import { goesOn } from './use-step.ts'

import css from './onboarding.module.css'

type Chosen = Record<(typeof preferenceSlugs)[number], boolean>

const chosenOf = (slugs: readonly string[]) =>
  Object.fromEntries(preferenceSlugs.map(slug => [slug, slugs.includes(slug)])) as Chosen

export const NewsletterStep = ({ onDone, onLater }: StepProps) => {
  const known = useCall(getNotifications, {}).data?.data.email_preferences
  const form = useForm<Chosen>({ values: chosenOf(known ?? []), resetOptions: { keepDirtyValues: true } })
  const { errors, isSubmitting } = form.formState

  const save = form.handleSubmit(async chosen => {
    const email_preferences = preferenceSlugs.filter(slug => chosen[slug])
    try {
      await call(saveNotifications, { body: { email_preferences, time_zone: timeZoneHere() } })
    } catch (error) {
      if (!goesOn(error, form, [])) return
    }
    onDone()
  })

  return (
    <form className={css.form} method="post" onSubmit={save}>
      {preferenceSlugs.map(slug => (
        <Checkbox key={slug} {...form.register(slug)} hint={preferenceLabels[slug].hint}>
          {preferenceLabels[slug].name}
        </Checkbox>
      ))}
      {errors.root && <Banner kind="danger">{errors.root.message}</Banner>}
      <div className={css.actions}>
        <Button kind="quiet" size="lg" onClick={onLater}>
          Not now
        </Button>
        <Button type="submit" kind="primary" size="lg" busy={isSubmitting && 'Saving…'}>
          Continue
        </Button>
      </div>
    </form>
  )
}
