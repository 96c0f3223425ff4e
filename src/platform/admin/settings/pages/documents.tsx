/** What invoices, receipts and certificates say besides their content. */
import { FieldNote } from '#ui/field.tsx'
import { TextArea, TextField } from '#ui/text-field.tsx'

import { listStaffAuditLog } from '../../../audit/audit-log-contract.ts'
import { call } from '../../../http/call.ts'
import { callForPage, pageMeta } from '../../../http/page.ts'
import { DocumentsBody, getDocumentsSettings, saveDocumentsSettings } from '../contract.ts'
import { SettingsFrame, SettingsSection } from '../parts/settings-frame.tsx'
import { useSettingsForm } from '../parts/use-settings-form.ts'
import type { Route } from './+types/documents'

import adminPage from '#ui/admin/admin-page.module.css'

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'Documents', noindex: true })

export const loader = async (args: Route.LoaderArgs) => {
  const [saved, log] = await Promise.all([
    callForPage(args, getDocumentsSettings, {}),
    callForPage(args, listStaffAuditLog, { query: { about: 'settings', key: 'documents' } }),
  ])
  return { saved: saved.data, log: log.data }
}

const numbers = [
  { name: 'invoice_prefix', label: 'Orders and invoices', example: '2026-000042' },
  { name: 'credit_note_prefix', label: 'Credit notes', example: '2026-000042' },
  { name: 'quote_prefix', label: 'Quotes', example: '2026-000042' },
  { name: 'custom_cart_prefix', label: 'Custom carts', example: '2026-000042' },
  { name: 'statement_prefix', label: 'Statements of filmmakers', example: '2026-11-0007' },
] as const

export default function DocumentsSettings({ loaderData: { saved, log } }: Route.ComponentProps) {
  const { form, ...state } = useSettingsForm({
    schema: DocumentsBody,
    saved,
    send: body => call(saveDocumentsSettings, { body }),
  })
  const { register, formState } = form
  const { errors } = formState
  return (
    <SettingsFrame group="documents" log={log} state={state}>
      <SettingsSection title="How numbers begin">
        {numbers.map(({ name, label, example }) => (
          <TextField
            key={name}
            dense
            label={label}
            hint={`Such as ${saved.value[name]}-${example}.`}
            autoCapitalize="characters"
            autoComplete="off"
            spellCheck={false}
            {...register(name)}
            error={errors[name]?.message}
          />
        ))}
        <div className={adminPage.wide}>
          <FieldNote hint="1 to 6 letters and digits. Numbers that were given before keep their beginning, are found as before, and the count goes on." />
        </div>
      </SettingsSection>
      <SettingsSection title="On every document">
        <TextField
          dense
          label="Footer"
          optional
          className={adminPage.wide}
          hint="One line at the end of every page."
          {...register('footer')}
          error={errors.footer?.message}
        />
      </SettingsSection>
      <SettingsSection title="On unpaid invoices">
        <TextArea
          label="Payment instructions"
          optional
          rows={4}
          className={adminPage.wide}
          hint="Shown after the bank details of the company."
          {...register('payment_instructions')}
          error={errors.payment_instructions?.message}
        />
      </SettingsSection>
    </SettingsFrame>
  )
}
