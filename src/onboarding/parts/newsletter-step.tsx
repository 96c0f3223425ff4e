import { useForm } from 'react-hook-form'

import { getNotifications, saveNotifications } from '#accounts/own/contract.ts'
import { preferenceLabels, updatesHint, updatesLabel } from '#accounts/preference-labels.ts'
import { preferenceSlugs } from '#accounts/preferences.ts'
import { getBrowserTimeZone } from '#accounts/time-zone.ts'
import { call } from '#platform/http/call.ts'
import { useCall } from '#platform/http/query.ts'
import { useCompany } from '#platform/settings/company-context.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'

import type { OnboardingStepProps } from '../steps.ts'
import { canContinue } from './step-errors.ts'

import css from './onboarding.module.css'

type PreferenceChoices = Record<(typeof preferenceSlugs)[number] | 'updates', boolean>

const toChoices = (slugs: readonly string[], updates: boolean) =>
  ({ ...Object.fromEntries(preferenceSlugs.map(slug => [slug, slugs.includes(slug)])), updates }) as PreferenceChoices

export const NewsletterStep = ({ onDone, onLater }: OnboardingStepProps) => {
  const preferences = useCall(getNotifications, {}).data?.data
  const pace = preferences?.digest_pace ?? 'never'
  const form = useForm<PreferenceChoices>({
    values: toChoices(preferences?.email_preferences ?? [], pace !== 'never'),
    resetOptions: { keepDirtyValues: true },
  })
  const { errors, isSubmitting } = form.formState
  const chosenPace = pace === 'never' ? 'daily' : pace
  const labels = preferenceLabels(useCompany().name)

  const save = form.handleSubmit(async choices => {
    const email_preferences = preferenceSlugs.filter(slug => choices[slug])
    const digest_pace = choices.updates ? chosenPace : 'never'
    try {
      await call(saveNotifications, {
        body: { email_preferences, digest_pace, time_zone: getBrowserTimeZone(), place: 'onboarding' },
      })
    } catch (error) {
      if (!canContinue(error, form, [])) return
    }
    onDone()
  })

  return (
    <form className={css.form} method="post" onSubmit={save}>
      {preferenceSlugs.map(slug => (
        <Checkbox key={slug} {...form.register(slug)} hint={labels[slug].hint}>
          {labels[slug].name}
        </Checkbox>
      ))}
      <Checkbox {...form.register('updates')} hint={updatesHint(chosenPace)}>
        {updatesLabel.name}
      </Checkbox>
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
