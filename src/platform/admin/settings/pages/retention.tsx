/** For how many days personal data is kept. */
import { Link } from 'react-router'

import { FieldNote } from '#ui/field.tsx'
import { TextField } from '#ui/text-field.tsx'

import { listStaffAuditLog } from '../../../audit/audit-log-contract.ts'
import { call } from '../../../http/call.ts'
import { callForPage, pageMeta } from '../../../http/page.ts'
import { retentionFields, retentionNames } from '../../../settings/retention-group.ts'
import { RetentionBody, getRetentionSettings, saveRetentionSettings } from '../contract.ts'
import { SettingsFrame } from '../parts/settings-frame.tsx'
import { useSettingsForm } from '../parts/use-settings-form.ts'
import type { Route } from './+types/retention'

import css from './retention.module.css'

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'Retention', noindex: true })

export const loader = async (args: Route.LoaderArgs) => {
  const [saved, log] = await Promise.all([
    callForPage(args, getRetentionSettings, {}),
    callForPage(args, listStaffAuditLog, { query: { about: 'settings', key: 'retention' } }),
  ])
  return { saved: saved.data, log: log.data }
}

export default function RetentionSettings({ loaderData: { saved, log } }: Route.ComponentProps) {
  const { form, ...state } = useSettingsForm({
    schema: RetentionBody,
    saved,
    send: body => call(saveRetentionSettings, { body }),
  })
  const { register, formState } = form
  const { errors } = formState
  return (
    <SettingsFrame group="retention" log={log} state={state}>
      <ul className={css.list}>
        {retentionNames.map(name => {
          const { label, from, limits, min, max } = retentionFields[name]
          return (
            <li key={name}>
              <TextField
                dense
                type="number"
                inputMode="numeric"
                min={min}
                max={max}
                label={`${label}: days`}
                labelHidden
                {...register(name, { valueAsNumber: true })}
                aria-invalid={errors[name] ? true : undefined}
              />
              <div>
                <p>{label}</p>
                <FieldNote hint={`Days ${from}: ${min} to ${max}. ${limits}`} error={errors[name]?.message} />
              </div>
            </li>
          )
        })}
      </ul>
      <p className={css.note}>
        Orders, invoices, credit notes and licenses stay as long as tax law demands, and the audit log is never deleted.
        The <Link to="/privacy-policy">privacy policy</Link> lists these numbers, unless you replaced its text: then use
        the placeholder {'{{privacy.retention}}'}.
      </p>
    </SettingsFrame>
  )
}
