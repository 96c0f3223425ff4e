// Written by `npm run tables` from the migrated database. Edit the migrations instead.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

// JSON goes in as text, so that arrays are not mistaken for PostgreSQL arrays.
export type Json = ColumnType<unknown, string, string>

export type Tables = {
  account_deletions: {
    user_id: number
    requested_at: Date
    due_at: Date
    token_hash: Uint8Array | null
    blocked_at: Date | null
    completed_at: Date | null
  }
  approvals: {
    id: GeneratedAlways<number>
    kind: string
    payload: Json
    request_hash: string
    summary: string
    path: string | null
    requested_by: number
    reason: string
    requested_at: Date
    expires_at: Date
    state: Generated<string>
    decided_by: number | null
    decided_at: Date | null
    decision_reason: string | null
    refund_id: number | null
  }
  audit_log: {
    id: GeneratedAlways<number>
    at: Date
    actor_user_id: number
    log: string
    subject_type: string
    subject_key: string
    action: string
    reason: Generated<string>
    details: Json
    number: number | null
    previous_hash: Uint8Array | null
    hash: Uint8Array | null
  }
  authenticator_apps: {
    user_id: number
    sealed_secret: Uint8Array
    created_at: Date
    confirmed_at: Date | null
    last_step: number | null
  }
  backups: {
    id: GeneratedAlways<number>
    folder: string
    version: string
    size_bytes: number
    started_at: Date
    finished_at: Date
  }
  billing_corrections: {
    id: GeneratedAlways<number>
    order_id: number
    number: string
    billing: Json
    vat_number: string | null
    previous_billing: Json
    previous_vat_number: string | null
    staff_user_id: number
    reason: string
    corrected_at: Date
  }
  board_clips: {
    board_id: number
    clip_id: number
    position: number
    added_at: Generated<Date>
    mark_in: number | null
    mark_out: number | null
  }
  board_favorites: {
    user_id: number
    board_id: number
  }
  boards: {
    id: GeneratedAlways<number>
    workspace_id: number
    user_id: number
    name: string
    share_seed: string | null
    share_hash: Uint8Array | null
    share_expires_at: Date | null
    created_at: Generated<Date>
    updated_at: Generated<Date>
    deleted_at: Date | null
  }
  business_types: {
    id: number
    name: string
    position: number
  }
  cart_billing: {
    cart_id: number
    company: string
    billing_contact_user_id: number | null
    billing_contact: Generated<string>
    first_name: Generated<string>
    last_name: Generated<string>
    email: Generated<string>
    address: string
    address2: Generated<string>
    city: string
    postal_code: string
    country_id: number
    country_region_id: number | null
    region: Generated<string>
  }
  cart_items: {
    id: GeneratedAlways<number>
    cart_id: number
    clip_id: number
    format_id: number
    org_type: string
    end_client_size: number
    distribution_ids: number[]
    seen_price_cents: number
    agreed_price_cents: number | null
    rate_id: number | null
    upgrades_item_id: number | null
    added_at: Generated<Date>
  }
  carts: {
    id: GeneratedAlways<number>
    kind: Generated<string>
    hash: string
    user_id: number | null
    workspace_id: number | null
    state: Generated<string>
    coupon_id: number | null
    ein: string | null
    vat_number: string | null
    vat_check: Json | null
    po_number: string | null
    merged_items_count: number | null
    created_at: Generated<Date>
    updated_at: Generated<Date>
  }
  categories: {
    id: GeneratedAlways<number>
    parent_id: number | null
    slug: string
    name: string
    description: Generated<string>
    position: Generated<number>
    cover_clip_id: number | null
    version: Generated<number>
  }
  category_redirects: {
    slug: string
    category_id: number
  }
  certificates: {
    license_id: number
    code_hash: Uint8Array
    code_sealed: Uint8Array
    payload: string
    signature: string
    key_id: string
    issued_at: Date
  }
  clip_daily_stats: {
    clip_id: number
    day: Date
    views: Generated<number>
    hovers: Generated<number>
  }
  clip_descriptors: {
    clip_id: number
    descriptor: Uint8Array
    cell: number
    centroid_count: number
    colors: number[]
  }
  clip_embeddings: {
    clip_id: number
    model: string
    text_hash: string
    vector: Uint8Array
    embedded_at: Generated<Date>
  }
  clip_formats: {
    clip_id: number
    format_id: number
    priority: number
    width: number
    height: number
    codec: string
    size_bytes: number
    storage_key: string | null
    file_name: string
  }
  clip_impressions: {
    day: Date
    visitor_hash: Uint8Array
    clip_id: number
    kind: string
  }
  clip_interest: {
    clip_id: number
    points: number
    as_of: Date
  }
  clip_interest_keys: {
    key: string
    recorded_at: Date
  }
  clip_picture_embeddings: {
    clip_id: number
    still: number
    model: string
    picture_key: string
    vector: Uint8Array
    embedded_at: Generated<Date>
  }
  clip_search: {
    clip_id: number
    score: number
    popularity: number
    duration_ms: number
    published_at: Date
    facets: string
    words: string
    card: string
    detail: string
    written_by: Generated<string>
  }
  clip_search_deletions: {
    clip_id: number
    written_by: Generated<string>
  }
  clip_submissions: {
    id: GeneratedAlways<number>
    clip_id: number
    user_id: number | null
    releases: string[]
    submitted_at: Date
  }
  clips: {
    id: Generated<number>
    slug: string
    name: string
    description: Generated<string>
    filmmaker_id: number
    shoot_id: number
    scene_id: number | null
    category_id: number
    subcategory_id: number | null
    keywords: Generated<string[]>
    master_id: number
    width: number
    height: number
    fps: number
    duration_ms: number
    camera_look: string
    motion: string
    time_of_day: string
    location_type: Generated<string>
    people_count: Generated<number>
    camera: Generated<string>
    lens: Generated<string>
    loopable: Generated<boolean>
    flashing: Generated<boolean>
    production: Generated<string>
    tier: Generated<string>
    releases: Generated<string[]>
    status: Generated<string>
    review_note: Generated<string>
    published_at: Date | null
    popularity: Generated<number>
    updated_at: Generated<Date>
  }
  collection_clips: {
    collection_id: number
    clip_id: number
    position: number
  }
  collection_group_members: {
    group_id: number
    collection_id: number
    position: number
  }
  collection_groups: {
    id: GeneratedAlways<number>
    slug: string
    name: string
    position: Generated<number>
  }
  collections: {
    id: GeneratedAlways<number>
    kind: string
    state: Generated<string>
    slug: string
    name: string
    description: Generated<string>
    filmmaker_id: number | null
    trailer_clip_id: number | null
    featured: Generated<boolean>
    position: Generated<number>
    clip_count: Generated<number>
    version: Generated<number>
    created_at: Generated<Date>
  }
  content_confirmations: {
    id: GeneratedAlways<number>
    page_id: number
    source_sha256: string
    confirmed_by: number | null
    confirmed_at: Date
  }
  content_drafts: {
    page_id: number
    title: string
    description: string
    source: string
    saved_at: Date
    saved_by: number | null
  }
  content_pages: {
    id: GeneratedAlways<number>
    slug: string
    is_built_in: Generated<boolean>
    taken_down_at: Date | null
    edit: Generated<number>
    created_at: Date
  }
  content_texts: {
    id: GeneratedAlways<number>
    page_id: number
    version_id: number | null
    source_sha256: string
    title: string
    description: string
    text: string
    sha256: string
    effective_from: Date
  }
  content_versions: {
    id: GeneratedAlways<number>
    page_id: number
    number: number
    title: string
    description: string
    source: string
    note: string
    effective_from: Date
    published_at: Date
    published_by: number | null
    withdrawn_at: Date | null
  }
  countries: {
    id: number
    code: string
    name: string
  }
  country_regions: {
    id: Generated<number>
    country_id: number
    code: string
    name: string
  }
  coupon_uses: {
    id: GeneratedAlways<number>
    coupon_id: number
    workspace_id: number
    cart_id: number
    order_id: number
    discount_cents: number
    state: Generated<string>
    reserved_at: Date
    ended_at: Date | null
  }
  coupons: {
    id: GeneratedAlways<number>
    code: string
    kind: string
    value: number
    starts_at: Date
    ends_at: Date | null
    ended_at: Date | null
    minimum_cents: Generated<number>
    total_limit: number | null
    workspace_limit: number | null
    clip_ids: number[] | null
    format_ids: number[] | null
    created_by: number | null
    created_at: Generated<Date>
  }
  credit_note_counters: {
    year: number
    last_number: number
  }
  credit_notes: {
    id: GeneratedAlways<number>
    order_id: number
    refund_id: number | null
    by_dispute: Generated<boolean>
    number: string
    order_item_ids: number[]
    fee_cents: number
    tax_cents: number | null
    total_cents: number
    refunded_to: string
    created_at: Date
  }
  current_workspaces: {
    user_id: number
    workspace_id: number
  }
  data_exports: {
    id: GeneratedAlways<number>
    user_id: number
    requested_at: Date
    storage_key: string | null
    size_bytes: number | null
    expires_at: Date | null
  }
  delivery_consents: {
    order_id: number
    user_id: number
    text_id: number
    text_sha256: string
    shown_text: string
    consented_at: Date
  }
  descriptor_centroids: {
    id: number
    descriptor: Uint8Array
  }
  digest_items: {
    id: GeneratedAlways<number>
    user_id: number
    kind: string
    payload: Json
    created_at: Date
    digest_id: number | null
  }
  digests: {
    id: GeneratedAlways<number>
    user_id: number
    period: string
    week: string | null
    created_at: Date
    claimed_at: Date | null
    sent_at: Date | null
  }
  dispute_mails: {
    user_id: number
  }
  document_prefixes: {
    prefix: string
    kind: string
  }
  documents: {
    id: GeneratedAlways<number>
    kind: string
    subject: string
    order_id: number | null
    version: number
    replaces_id: number | null
    state_sha256: string
    storage_key: string
    sha256: string
    size_bytes: number
    xml_storage_key: string | null
    xml_sha256: string | null
    issued_at: Date
    removed_at: Date | null
  }
  draft_actions: {
    id: GeneratedAlways<number>
    filmmaker_id: number
    clip_id: number
    clip_name: string
    action: string
    user_id: number | null
    at: Date
  }
  editfest_clips: {
    entry_id: number
    clip_id: number
    user_id: number
    downloaded_at: Date
  }
  editfest_entries: {
    id: GeneratedAlways<number>
    editfest_id: number
    workspace_id: number
    user_id: number
    entered_at: Date
  }
  editfests: {
    id: GeneratedAlways<number>
    code: string
    name: string
    starts_at: Date
    ends_at: Date
    clip_limit: number
    max_workspaces: number | null
    created_at: Generated<Date>
  }
  email_changes: {
    id: GeneratedAlways<number>
    user_id: number
    old_email: string
    new_email: string
    token_hash: Uint8Array | null
    expires_at: Date
    confirmed_at: Date | null
    ended_at: Date | null
  }
  email_codes: {
    user_id: number
    code_hash: Uint8Array
    expires_at: Date
  }
  email_preferences: {
    user_id: number
    slug: string
  }
  email_verifications: {
    token_hash: Uint8Array
    user_id: number
    email: string
    expires_at: Date
    used_at: Date | null
  }
  embedding_endpoints: {
    endpoint: string
    pictures: string
    problem: Generated<string>
    probed_at: Date
  }
  event_mails: {
    event_id: number
    mail_hash: string
    claimed_at: Date
    sent_at: Date | null
  }
  events: {
    id: GeneratedAlways<number>
    name: string
    payload: Json
    recorded_at: Generated<Date>
    dispatched_at: Date | null
  }
  exchange_rates: {
    currency: string
    day: string
    per_euro: string
    fetched_at: Date
  }
  facets: {
    id: GeneratedAlways<number>
    filter: string
    value: string
    label: string
  }
  feature_banner_readers: {
    banner_id: number
    user_id: number
    read_at: Date
    dismissed_at: Date | null
  }
  feature_banners: {
    id: GeneratedAlways<number>
    title: string
    description: string
    touch_description: Generated<string>
    image_small: string | null
    image_medium: string | null
    picture_public_id: string | null
    exclude_on: Generated<string[]>
    audience: Generated<string>
    is_draft: Generated<boolean>
    published_at: Date | null
    ends_at: Date | null
    version: Generated<number>
  }
  filmmaker_invites: {
    id: GeneratedAlways<number>
    filmmaker_id: number
    email: string
    token_hash: Uint8Array | null
    invited_by: number
    created_at: Date
    expires_at: Date
    accepted_at: Date | null
    accepted_by: number | null
    revoked_at: Date | null
  }
  filmmaker_members: {
    user_id: number
    filmmaker_id: number
    linked_at: Date
    linked_by: number | null
  }
  filmmaker_redirects: {
    slug: string
    filmmaker_id: number
  }
  filmmaker_splits: {
    id: GeneratedAlways<number>
    filmmaker_id: number
    starts_at: Date
    filmmaker_basis_points: number | null
    is_withdrawn: boolean
    set_by: number
    set_at: Date
  }
  filmmaker_tax_forms: {
    id: GeneratedAlways<number>
    filmmaker_id: number
    kind: string
    received_on: string
    expires_on: string | null
    note: Generated<string>
    file_key: string | null
    file_type: string | null
    added_by: number
    added_at: Date
    removed_at: Date | null
  }
  filmmakers: {
    id: GeneratedAlways<number>
    slug: string
    name: string
    location: Generated<string>
    bio: Generated<string>
    links: Generated<string[]>
    avatar_public_id: string | null
    avatar_url: string | null
    clip_count: Generated<number>
    version: Generated<number>
  }
  flag_targets: {
    flag_key: string
    user_id: number | null
    workspace_id: number | null
  }
  flags: {
    key: string
    is_on: boolean
    share: Generated<number>
    updated_by: number | null
    updated_at: Date
  }
  footage_request_recipients: {
    request_id: number
    filmmaker_id: number
  }
  footage_requests: {
    id: GeneratedAlways<number>
    subject: string
    note: Generated<string>
    requested_by: number | null
    requested_at: Date
    closed_at: Date | null
  }
  google_accounts: {
    user_id: number
    subject: string
    linked_at: Date
  }
  google_challenges: {
    token_hash: Uint8Array
    user_id: number
    subject: string
    attempts: Generated<number>
    expires_at: Date
    ended_at: Date | null
  }
  idempotency_keys: {
    scope: string
    key: string
    request_hash: string
    status: number | null
    response: string | null
    created_at: Generated<Date>
  }
  image_uploads: {
    public_id: string
    folder: string
    state: Generated<string>
    updated_at: Date
  }
  imported_licenses: {
    id: GeneratedAlways<number>
    user_id: number
    reference: string
    licensee: Json
    clip_snapshot: Json
    client_name: string | null
    project_name: string | null
    imported_at: Date
  }
  imported_records: {
    kind: string
    external_id: string
    internal_id: number
    row_sha256: string
    imported_at: Date
  }
  ingests: {
    sha256: string
    file_name: string
    outcome: string
    reason: Generated<string>
    notes: Generated<string[]>
    clip_id: number | null
    pipeline: number
    decided_at: Date
  }
  installation: {
    only_row: Generated<boolean>
    is_demo: boolean
    sealed_demo_password: Uint8Array | null
    created_at: Generated<Date>
  }
  invoice_counters: {
    year: number
    last_number: number
  }
  journal_entries: {
    posting_id: number
    account: string
    place: string | null
    cents: number
  }
  journal_locks: {
    last_day: string
    locked_by: number
    locked_at: Date
  }
  journal_postings: {
    id: GeneratedAlways<number>
    source: string
    day: string
    happened_on: string
    document: Generated<string>
    text: string
    order_id: number | null
  }
  keyword_lists: {
    id: GeneratedAlways<number>
    staff_user_id: number
    created_at: Date
    file_name: string
    mode: string
    lines: Json
    errors: Json
    state: Generated<string>
    lines_done: Generated<number>
    changed: Generated<number>
  }
  ledger_entries: {
    posting_id: number
    account: string
    filmmaker_id: number | null
    order_item_id: number | null
    clip_id: number | null
    cents: number
  }
  ledger_orders: {
    order_id: number
    transition_id: number
  }
  ledger_postings: {
    id: GeneratedAlways<number>
    kind: string
    order_id: number | null
    transition_id: number | null
    at: Date
  }
  license_calendars: {
    workspace_id: number
    user_id: number
    token_hash: Uint8Array
    created_at: Date
  }
  license_reminders: {
    license_id: number
    user_id: number
    kind: string
    claimed_at: Date
    sent_at: Date | null
  }
  licenses: {
    id: GeneratedAlways<number>
    workspace_id: number
    order_item_id: number | null
    imported_license_id: number | null
    clip_id: number
    format_id: number
    org_type: string
    end_client_size: number
    distribution_ids: number[]
    territory: Generated<string>
    term: Generated<string>
    granted_at: Date
    ends_at: Date | null
    revoked_at: Date | null
    superseded_by: number | null
  }
  login_attempts: {
    counter_hash: Uint8Array
    account_hash: Uint8Array | null
    attempts: number
    window_started_at: Date
  }
  logos: {
    file: string
    unused_since: Date | null
  }
  mail_consents: {
    id: GeneratedAlways<number>
    user_id: number
    email: string
    subject: string
    choice: string
    shown_text: string | null
    place: string
    at: Date
  }
  masquerades: {
    id: GeneratedAlways<number>
    session_id: number
    staff_user_id: number
    client_user_id: number
    workspace_id: number
    reason: string
    started_at: Date
    expires_at: Date
    ended_at: Date | null
  }
  masters: {
    id: GeneratedAlways<number>
    sha256: string
    storage_key: string
    file_name: string
    size_bytes: number
    facts: Json
    renditions: Json
    descriptors: Json
    created_at: Generated<Date>
  }
  occupation_types: {
    id: number
    business_type_id: number
    name: string
  }
  offer_drafts: {
    id: GeneratedAlways<number>
    kind: string
    workspace_id: number | null
    groups: Json
    last_day: string
    note: string
    ein: string
    po_number: string
    price_version_id: number
    version: Generated<number>
    saved_at: Date
    saved_by: number | null
  }
  onboarding: {
    user_id: number
    invite_answered_at: Date
  }
  order_acceptances: {
    id: GeneratedAlways<number>
    order_id: number
    user_id: number
    text_id: number
    text_sha256: string
    accepted_at: Date
  }
  order_disputes: {
    order_id: number
    state: string
    closed_disputes: Generated<string[]>
    disputes: Json | null
  }
  order_evidence: {
    order_id: number
    kind: string
    country: string
    recorded_at: Date
  }
  order_items: {
    id: GeneratedAlways<number>
    order_id: number
    clip_id: number
    format_id: number
    org_type: string
    end_client_size: number
    distribution_ids: number[]
    project_id: number | null
    price_cents: number
    discount_cents: Generated<number>
    tax_cents: Generated<number>
    withdrawn_cents: Generated<number>
    withdrawn_tax_cents: Generated<number>
    clip_snapshot: Json
    rate_id: number | null
    rate: Json | null
    upgrades_item_id: number | null
    upgrade_credit_cents: Generated<number>
    upgrade_ended_at: Date | null
    refunded: Generated<boolean>
    first_downloaded_at: Date | null
  }
  order_mails: {
    order_id: number
    kind: string
    claimed_at: Date
    sent_at: Date | null
  }
  order_transitions: {
    id: GeneratedAlways<number>
    order_id: number
    from_state: string | null
    to_state: string
    user_id: number | null
    reason: string
    transitioned_at: Date
  }
  order_withdrawals: {
    id: GeneratedAlways<number>
    order_id: number
    user_id: number
    order_item_ids: number[]
    withdrawn_at: Date
  }
  orders: {
    id: GeneratedAlways<number>
    workspace_id: number
    user_id: number
    cart_id: number
    state: string
    universal_invoice_number: string | null
    payment_type: string
    payment_method: Generated<string>
    price_version_id: number
    currency: Generated<string>
    sub_total_cents: number
    non_profit_discount_cents: Generated<number>
    discount_code: string | null
    discount_cents: Generated<number>
    upgrade_credit_cents: Generated<number>
    processing_fee_cents: Generated<number>
    withdrawn_fee_cents: Generated<number>
    tax_cents: Generated<number>
    total_cents: number
    tax: Json
    billing: Json
    ein: string | null
    vat_number: string | null
    po_number: string | null
    agreed_terms: Generated<string>
    is_consumer: Generated<boolean>
    created_at: Generated<Date>
    placed_at: Date | null
    due_at: Date | null
    paid_at: Date | null
    debit_returned_at: Date | null
  }
  passkey_challenges: {
    token_hash: Uint8Array
    purpose: string
    user_id: number | null
    challenge: string
    expires_at: Date
  }
  passkeys: {
    id: GeneratedAlways<number>
    user_id: number
    credential_id: string
    public_key: Uint8Array
    counter: number
    transports: string[]
    name: string
    created_at: Date
    last_used_at: Date | null
  }
  password_resets: {
    token_hash: Uint8Array
    user_id: number
    expires_at: Date
    used_at: Date | null
  }
  payment_alarms: {
    id: GeneratedAlways<number>
    alarmed_at: Date
    declines: number
    address: string
    address_declines: number
  }
  payment_attempt_log: {
    id: GeneratedAlways<number>
    attempt_id: number | null
    user_id: number
    workspace_id: number
    cart_id: number | null
    order_id: number | null
    address: string
    state: Generated<string>
    started_at: Date
    ended_at: Date | null
  }
  payment_attempts: {
    id: GeneratedAlways<number>
    workspace_id: number
    user_id: number
    operation_key: string
    request_hash: string
    cart_id: number | null
    order_id: number
    payment_type: string
    payment_method_id: number | null
    amount_cents: number
    state: string
    gateway_order_id: string
    gateway_transaction_id: string | null
    gateway_refund_id: string | null
    message: Generated<string>
    started_at: Date
    synced_at: Date | null
    ended_at: Date | null
    returned_at: Date | null
  }
  payment_customers: {
    workspace_id: number
    gateway_customer_id: string
  }
  payment_methods: {
    id: GeneratedAlways<number>
    workspace_id: number
    gateway_token: string
    type: string
    card_brand: string | null
    last_4: string | null
    expiration_month: number | null
    expiration_year: number | null
    paypal_email: string | null
    is_default: Generated<boolean>
    created_at: Generated<Date>
  }
  payment_reconciliations: {
    id: GeneratedAlways<number>
    from_at: Date
    to_at: Date
    transactions_count: number
    attempts_count: number
    differences: Json
    created_at: Date
  }
  payment_webhooks: {
    id: GeneratedAlways<number>
    payload_hash: string
    kind: string
    transaction_id: string | null
    gateway_order_id: string | null
    gateway_token: string | null
    happened_at: Date
    received_at: Date
    processed_at: Date | null
    outcome: Generated<string>
  }
  payout_changes: {
    id: GeneratedAlways<number>
    filmmaker_id: number
    changed_by: number
    old_email: string | null
    new_email: string
    changed_at: Date
  }
  payout_destinations: {
    statement_id: number
    payee_name: string
    paypal_email: string
    set_by: number | null
  }
  payout_settings: {
    filmmaker_id: number
    payee_name: string
    paypal_email: string
    changed_by: number | null
    changed_at: Date
  }
  payout_statement_postings: {
    filmmaker_id: number
    posting_id: number
    statement_id: number
  }
  payout_statements: {
    id: GeneratedAlways<number>
    filmmaker_id: number
    month: string
    number_prefix: Generated<string>
    opening_cents: number
    earned_cents: number
    refunded_cents: number
    paid_cents: number
    closing_cents: number
    posting_id: number | null
    created_at: Date
  }
  payouts_sent: {
    statement_id: number
    sent_on: string
    reference: string
    marked_by: number
    marked_at: Date
  }
  pending_logins: {
    token_hash: Uint8Array
    user_id: number
    remember: boolean
    cart_hash: string | null
    expires_at: Date
  }
  pending_registrations: {
    id: GeneratedAlways<number>
    token_hash: Uint8Array
    email: string
    password_hash: string
    first_name: string
    last_name: string
    source: Json
    code_hash: Uint8Array | null
    expires_at: Date
  }
  preference_links: {
    token_hash: Uint8Array
    user_id: number
    expires_at: Date
  }
  preferred_rates: {
    id: GeneratedAlways<number>
    workspace_id: number
    name: string
    price_cents: number
    end_client_name: Generated<string>
    end_client_size: number
    end_client_type: string
    usage_details: Generated<string>
    distribution_groups: Json
    starts_at: Date
    ends_at: Date | null
    clip_limit: number | null
    ended_at: Date | null
    version: Generated<number>
    created_at: Date
  }
  price_versions: {
    id: GeneratedAlways<number>
    effective_from: Date
    prices: Json
    note: Generated<string>
    created_at: Generated<Date>
  }
  processes: {
    id: string
    role: string
    host: string
    pid: number
    version: string
    started_at: Date
    seen_at: Date
  }
  project_changes: {
    id: GeneratedAlways<number>
    order_item_id: number
    kind: string
    project_id: number
    previous_project_id: number | null
    amendment: number | null
    user_id: number
    reason: Generated<string>
    changed_at: Date
  }
  project_details: {
    id: GeneratedAlways<number>
    order_id: number
    client_name: string
    project_name: string
    project_description: string
    start_date: string
    po_number: string | null
    created_at: Generated<Date>
  }
  purchase_requests: {
    id: GeneratedAlways<number>
    workspace_id: number
    cart_id: number
    requested_by: number
    note: string
    requested_cents: number
    state: Generated<string>
    requested_at: Date
    decided_by: number | null
    decided_at: Date | null
    decline_reason: Generated<string>
    target_cart_id: number | null
    order_id: number | null
  }
  quote_counters: {
    kind: string
    year: number
    last_number: number
  }
  quote_versions: {
    quote_id: number
    version: number
    cart_id: number
    expires_at: Date
    note: Generated<string>
    created_by: number | null
    created_at: Date
  }
  quote_views: {
    quote_id: number
    version: number
    user_id: number | null
    first_at: Date
    last_at: Date
    times: Generated<number>
  }
  quotes: {
    id: GeneratedAlways<number>
    kind: string
    number: string
    workspace_id: number | null
    link_hash: Uint8Array | null
    version: Generated<number>
    state: Generated<string>
    ended_at: Date | null
    ended_by: number | null
    reason: Generated<string>
    created_at: Date
  }
  recovery_codes: {
    code_hash: Uint8Array
    user_id: number
  }
  refunds: {
    id: GeneratedAlways<number>
    order_id: number
    attempt_id: number | null
    operation_key: string
    request_hash: string
    order_item_ids: number[]
    amount_cents: number
    staff_user_id: number | null
    reason: string
    reference: Generated<string>
    state: string
    gateway_refund_key: string
    gateway_refund_id: string | null
    message: Generated<string>
    started_at: Date
    synced_at: Date
    ended_at: Date | null
  }
  registrations: {
    user_id: number
    method: string
    referral_code: string | null
    page_url: string | null
    page_name: string | null
    tracking_cookie: string | null
    at: Date
  }
  reindexing: {
    only_row: Generated<boolean>
    version: Generated<number>
    last_clip_id: Generated<number>
    target_version: Generated<number>
  }
  replaced_certificates: {
    id: GeneratedAlways<number>
    license_id: number
    payload: string
    signature: string
    key_id: string
    issued_at: Date
    replaced_at: Date
  }
  scenes: {
    id: GeneratedAlways<number>
    shoot_id: number
    slug: string
    name: string
    position: Generated<number>
  }
  search_log: {
    day: Date
    term: string
    searches: Generated<number>
    clicks: Generated<number>
    clicked_places: Generated<number>
    meaning_clicks: Generated<number>
    result_count: Generated<number>
    full_count: Generated<number>
  }
  search_terms: {
    term: string
    clips: number
  }
  security_events: {
    id: GeneratedAlways<number>
    at: Date
    type: string
    user_id: number | null
    email_hash: Uint8Array | null
    address: Generated<string>
    user_agent: Generated<string>
    country: string | null
    route: Generated<string>
    request_id: Generated<string>
    detail: Json
  }
  sessions: {
    id: GeneratedAlways<number>
    token_hash: Uint8Array
    user_id: number
    remember: boolean
    proves_mailbox: Generated<boolean>
    user_agent: Generated<string>
    address: Generated<string>
    created_at: Generated<Date>
    last_seen_at: Generated<Date>
    expires_at: Date
  }
  settings: {
    key: string
    value: Json
    version: Generated<number>
    updated_at: Date
    updated_by: number | null
  }
  setup_checks: {
    name: string
    passed: boolean | null
    message: string
    checked_at: Date
  }
  setup_codes: {
    only_row: Generated<boolean>
    code_hash: Uint8Array
    failed_attempts: Generated<number>
    created_at: Date
  }
  setup_mail_links: {
    only_row: Generated<boolean>
    token_hash: Uint8Array
    sent_at: Date
  }
  setup_steps: {
    step: string
    done_at: Date
    done_by: number
  }
  shop_opening: {
    only_row: Generated<boolean>
    opened_at: Date
    opened_by: number | null
  }
  splits: {
    id: GeneratedAlways<number>
    starts_at: Date
    filmmaker_basis_points: number
  }
  staff_invites: {
    id: GeneratedAlways<number>
    email: string
    platform_roles: number[]
    token_hash: Uint8Array | null
    invited_by: number
    created_at: Date
    expires_at: Date
    accepted_at: Date | null
    accepted_by: number | null
    revoked_at: Date | null
  }
  synonyms: {
    term: string
    alternatives: string
    kind: Generated<string>
    stems: GeneratedAlways<string[]>
    stem: GeneratedAlways<string>
    target: GeneratedAlways<string>
    substitute: GeneratedAlways<string>
  }
  tax_reports: {
    quarter: string
    rows: Json
    stored_at: Date
  }
  ticket_mails: {
    ticket_id: number
    kind: string
    claimed_at: Date
    sent_at: Date | null
  }
  ticket_replies: {
    id: GeneratedAlways<number>
    ticket_id: number
    staff_user_id: number | null
    message: string
    board_id: number | null
    delivered_board_id: number | null
    created_at: Date
  }
  tickets: {
    id: GeneratedAlways<number>
    reference: string
    kind: string
    topic: string
    state: Generated<string>
    name: string
    email: string
    message: string
    details: Json
    user_id: number | null
    workspace_id: number | null
    assigned_to: number | null
    created_at: Date
    due_at: Date
  }
  transcodes: {
    master_id: number
    format_id: number
    state: string
    percent: Generated<number>
    storage_key: string | null
    size_bytes: number | null
    sha256: string | null
    failure: string | null
    requested_at: Date
    ended_at: Date | null
  }
  translations: {
    language: string
    term: string
    english: string
  }
  two_step_resets: {
    id: GeneratedAlways<number>
    user_id: number
    requested_by: number
    reason: string
    requested_at: Date
    expires_at: Date
    approved_by: number | null
    ended_at: Date | null
  }
  uploads: {
    id: GeneratedAlways<number>
    user_id: number | null
    filmmaker_id: number
    by_staff: boolean
    shoot: string
    file_name: string
    size_bytes: number
    modified_ms: number
    received_bytes: Generated<number>
    sha256: string | null
    state: Generated<string>
    check_step: string | null
    checked_percent: number | null
    reason: Generated<string>
    notes: Generated<string[]>
    clip_id: number | null
    started_at: Date
    updated_at: Date
  }
  used_tokens: {
    token_hash: Uint8Array
    expires_at: Date
  }
  user_occupations: {
    user_id: number
    business_type_id: number | null
    occupation_type_id: number | null
    custom_business_type: string | null
    custom_occupation_type: string | null
  }
  users: {
    id: GeneratedAlways<number>
    email: string
    email_verified_at: Date | null
    username: string
    first_name: Generated<string>
    last_name: Generated<string>
    password_hash: string | null
    avatar_url: string | null
    avatar_public_id: string | null
    company_url: string | null
    theme: string | null
    time_zone: string | null
    platform_roles: Generated<number[]>
    affiliations: Generated<string[]>
    verticals: Generated<string[]>
    has_completed_onboarding: Generated<boolean>
    email_preferences_chosen_at: Date | null
    digest_pace: Generated<string>
    registration_mailed_at: Date | null
    created_at: Generated<Date>
  }
  workspace_billing: {
    workspace_id: number
    company_name: string
    billing_contact_user_id: number | null
    address: string
    address2: Generated<string>
    city: string
    postal_code: string
    country_id: number
    country_region_id: number | null
    region: Generated<string>
  }
  workspace_invite_tokens: {
    token_hash: Uint8Array
    invite_id: number
    is_mailed: Generated<boolean>
  }
  workspace_invites: {
    id: GeneratedAlways<number>
    workspace_id: number
    email: string
    role: string
    invited_by: number | null
    created_at: Date
    expires_at: Date
    mailed_at: Date | null
    claimed_by: number | null
    accepted_at: Date | null
    revoked_at: Date | null
  }
  workspace_members: {
    workspace_id: number
    user_id: number
    role: string
    joined_at: Generated<Date>
  }
  workspaces: {
    id: GeneratedAlways<number>
    name: string
    has_custom_name: Generated<boolean>
    avatar_url: string | null
    avatar_public_id: string | null
    personal_user_id: number | null
    has_self_invoicing: Generated<boolean>
    credit_limit_cents: Generated<number>
    net_payment_term_days: Generated<number>
    is_trusted: Generated<boolean>
    created_at: Generated<Date>
  }
}
