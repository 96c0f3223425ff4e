/** The switch of maintenance, what visitors read meanwhile, and when it ends. */
import { useController } from 'react-hook-form'

import { Checkbox } from '#ui/checkbox.tsx'
import { TextField } from '#ui/text-field.tsx'

import { listStaffAuditLog } from '../../../audit/audit-log-contract.ts'
import { call } from '../../../http/call.ts'
import { callForPage, pageMeta } from '../../../http/page.ts'
import { MaintenanceBody, getMaintenanceSettings, saveMaintenanceSettings } from '../contract.ts'
import { SettingsFrame, SettingsSection } from '../parts/settings-frame.tsx'
import { useSettingsForm } from '../parts/use-settings-form.ts'
import type { Route } from './+types/maintenance'

import adminPage from '#ui/admin/admin-page.module.css'

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'Maintenance', noindex: true })

export const loader = async (args: Route.LoaderArgs) => {
  const [saved, log] = await Promise.all([
    callForPage(args, getMaintenanceSettings, {}),
    callForPage(args, listStaffAuditLog, { query: { about: 'settings', key: 'maintenance' } }),
  ])
  return { saved: saved.data, log: log.data }
}

/** The browser's field for a time has no zone. */
const toFieldTime = (iso: string | null) => iso?.slice(0, 16) ?? ''
const toIsoTime = (text: string) => (text === '' ? null : `${text}:00.000Z`)

export default function MaintenanceSettings({ loaderData: { saved, log } }: Route.ComponentProps) {
  const { form, ...state } = useSettingsForm({
    schema: MaintenanceBody,
    saved,
    send: body => call(saveMaintenanceSettings, { body }),
  })
  const { register, control, formState } = form
  const { errors } = formState
  const {
    field: { value: ends_at, onChange, onBlur, ref },
  } = useController({ control, name: 'ends_at' })
  return (
    <SettingsFrame group="maintenance" log={log} state={state}>
      <Checkbox
        {...register('is_on')}
        hint="Visitors see the maintenance page instead of the shop, and can’t buy, upload or save anything. Payments that have begun are completed. Staff can log in and work."
      >
        Maintenance is on
      </Checkbox>
      <SettingsSection title="What visitors read">
        <TextField
          dense
          label="Message"
          optional
          className={adminPage.wide}
          hint="Without one: We are working on the shop and are back in a few minutes."
          {...register('message')}
          error={errors.message?.message}
        />
        <TextField
          dense
          type="datetime-local"
          label="Ends, in UTC"
          optional
          hint="The shop opens by itself then. Empty: until you switch it off."
          value={toFieldTime(ends_at)}
          onChange={({ target }) => onChange(toIsoTime(target.value))}
          onBlur={onBlur}
          ref={ref}
          error={errors.ends_at?.message}
        />
      </SettingsSection>
    </SettingsFrame>
  )
}
