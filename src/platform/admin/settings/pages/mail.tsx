/** Who mails come from, and where replies go. */
import { Link } from 'react-router'

import { TextField } from '#ui/text-field.tsx'

import { listStaffAuditLog } from '../../../audit/audit-log-contract.ts'
import { call } from '../../../http/call.ts'
import { callForPage, pageMeta } from '../../../http/page.ts'
import { MailBody, getMailSettings, saveMailSettings } from '../contract.ts'
import { SettingsFrame, SettingsSection } from '../parts/settings-frame.tsx'
import { useSettingsForm } from '../parts/use-settings-form.ts'
import type { Route } from './+types/mail'

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'Mail', noindex: true })

export const loader = async (args: Route.LoaderArgs) => {
  const [saved, log] = await Promise.all([
    callForPage(args, getMailSettings, {}),
    callForPage(args, listStaffAuditLog, { query: { about: 'settings', key: 'mail' } }),
  ])
  return { saved: saved.data, log: log.data }
}

export default function MailSettings({ loaderData: { saved, log } }: Route.ComponentProps) {
  const { form, ...state } = useSettingsForm({
    schema: MailBody,
    saved,
    send: body => call(saveMailSettings, { body }),
  })
  const { register, formState } = form
  const { errors } = formState
  return (
    <SettingsFrame group="mail" log={log} state={state}>
      <SettingsSection title="Sender">
        <TextField
          dense
          label="Sender’s name"
          optional
          hint="Without one, mails come from the company’s name."
          {...register('sender_name')}
          error={errors.sender_name?.message}
        />
        <TextField
          dense
          label="Reply address"
          optional
          type="email"
          hint="Without one, replies go to the sender."
          {...register('reply_to')}
          error={errors.reply_to?.message}
        />
        <p>
          <Link to="/setup/services">Send a test mail</Link>
        </p>
      </SettingsSection>
    </SettingsFrame>
  )
}
