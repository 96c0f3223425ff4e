/** The accent color, the headline of the front page, and the clip behind the not-found page. */
import { useWatch } from 'react-hook-form'

import { Checkbox } from '#ui/checkbox.tsx'
import { TextField } from '#ui/text-field.tsx'

import { listStaffAuditLog } from '../../../audit/audit-log-contract.ts'
import { call } from '../../../http/call.ts'
import { callForPage, pageMeta } from '../../../http/page.ts'
import { LookBody, getLookSettings, saveLookSettings } from '../contract.ts'
import { AccentPreview } from '../parts/accent-preview.tsx'
import { LogoField } from '../parts/logo-field.tsx'
import { SettingsFrame, SettingsSection } from '../parts/settings-frame.tsx'
import { useSettingsForm } from '../parts/use-settings-form.ts'
import type { Route } from './+types/look'

import adminPage from '#ui/admin/admin-page.module.css'
import css from './look.module.css'

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'Look', noindex: true })

export const loader = async (args: Route.LoaderArgs) => {
  const [saved, log] = await Promise.all([
    callForPage(args, getLookSettings, {}),
    callForPage(args, listStaffAuditLog, { query: { about: 'settings', key: 'look' } }),
  ])
  return { saved: saved.data, log: log.data }
}

const logoFields = [
  {
    name: 'logo_light',
    label: 'On light pages, mails and documents',
    hint: 'SVG or PNG, up to 2 MB. Without one, the name is shown as text.',
    theme: 'light',
  },
  { name: 'logo_dark', label: 'On dark pages', hint: 'Without one it is the same as on light pages.', theme: 'dark' },
  { name: 'mark', label: 'Icon of browser tabs', hint: 'A square picture.', theme: 'light' },
] as const

/** A readable start for a color of one's own. */
const FIRST_ACCENT = { light: '#8a5a00', dark: '#f0ad47' }

const toClipId = (text: unknown) => (text === '' || text === null ? null : Number(text))

export default function LookSettings({ loaderData: { saved, log } }: Route.ComponentProps) {
  const { form, ...state } = useSettingsForm({
    schema: LookBody,
    saved,
    send: body => call(saveLookSettings, { body }),
  })
  const { register, formState, control, setValue } = form
  const { errors } = formState
  const accent = useWatch({ control, name: 'accent' })
  const [logo_light, logo_dark, mark] = useWatch({ control, name: ['logo_light', 'logo_dark', 'mark'] })
  const logos = { logo_light, logo_dark, mark }
  return (
    <SettingsFrame group="look" log={log} state={state}>
      <SettingsSection title="Logo">
        {logoFields.map(({ name, label, hint, theme }) => (
          <LogoField
            key={name}
            label={label}
            hint={hint}
            theme={theme}
            logo={logos[name]}
            error={errors[name]?.message}
            onChange={logo => setValue(name, logo, { shouldDirty: true, shouldValidate: true })}
          />
        ))}
      </SettingsSection>
      <SettingsSection title="Front page">
        <TextField
          dense
          label="Headline"
          className={adminPage.wide}
          {...register('headline')}
          error={errors.headline?.message}
        />
      </SettingsSection>
      <SettingsSection title="Accent color">
        <Checkbox
          className={adminPage.wide}
          checked={accent !== null}
          onChange={({ currentTarget }) =>
            setValue('accent', currentTarget.checked ? FIRST_ACCENT : null, { shouldDirty: true, shouldValidate: true })
          }
          hint="Buttons, links and what is selected. Each theme has its own, because no color is readable on both."
        >
          Use a custom color
        </Checkbox>
        {accent && (
          <>
            {(['light', 'dark'] as const).map(theme => (
              <TextField
                key={theme}
                dense
                label={theme === 'light' ? 'In the light theme' : 'In the dark theme'}
                spellCheck={false}
                autoComplete="off"
                {...register(`accent.${theme}`)}
                error={errors.accent?.[theme]?.message}
              />
            ))}
            <div className={css.previews}>
              <AccentPreview theme="light" accent={accent} />
              <AccentPreview theme="dark" accent={accent} />
            </div>
          </>
        )}
      </SettingsSection>
      <SettingsSection title="Not-found page">
        <TextField
          dense
          label="Number of the clip behind it"
          optional
          inputMode="numeric"
          hint="Without one, or while it isn’t published, the page shows one of your most popular clips."
          {...register('not_found_clip_id', { setValueAs: toClipId })}
          error={errors.not_found_clip_id?.message}
        />
      </SettingsSection>
    </SettingsFrame>
  )
}
