/** The demo's company: an address, a register and a bank account, which documents, mails and the imprint show. */
import type { Trx } from '../src/platform/db/database.server.ts'
import { defaultSettings } from '../src/platform/settings/groups.ts'
import { saveSettings } from '../src/platform/settings/settings.server.ts'

/** All facts are invented. The account number is the one of the standard's examples. */
export const seedShopCompany = (trx: Trx, now: Date): Promise<void> =>
  saveSettings(trx, {
    group: 'company',
    version: 0,
    value: {
      ...defaultSettings.company,
      address1: '14 Limekiln Quay',
      city: 'Dublin',
      postal_code: 'D08 XY00',
      register_name: 'Companies Registration Office',
      register_number: '000001',
      bank_account_holder: defaultSettings.company.legal_name,
      bank_name: 'Bank of the Demo',
      iban: 'IE29 AIBK 9311 5212 3456 78',
      bic: 'AIBKIE2D',
    },
    actor_user_id: null,
    now,
  })
