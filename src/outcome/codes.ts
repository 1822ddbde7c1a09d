import type { Category } from '../model/tool-call.js';

/** One row of the code table: what a code means, how often a call that got it may be made, and what helps. */
export interface CodeRow {
  readonly code: string;
  readonly category: Category | undefined;
  /** Real calls at most for one series that keeps getting this code. Undefined: no budget (cancelled, denied). */
  readonly realCalls: number | undefined;
  /** Whether resending this exact call can work. Undefined where a person decided, so that the question does not arise. */
  readonly retryable: boolean | undefined;
  readonly recovery: string;
  /** Other spellings of protocols and APIs (HTTP, gRPC, JSON-RPC, snake-case codes). Compared as `nameKey` reads them. */
  readonly aliases: readonly string[];
  /** Exception classes, errno, SQLSTATE and codes of frameworks that mean the same. */
  readonly classes: readonly string[];
}

const words = (text: string): readonly string[] => text.trim().split(/\s+/);
const transient = { category: 'transient', retryable: true } as const;
const validation = { category: 'validation', retryable: false, realCalls: 1 } as const;
const business = { category: 'business', retryable: false, realCalls: 1 } as const;
const permission = { category: 'permission', retryable: false, realCalls: 1 } as const;
const decided = { category: undefined, retryable: undefined, realCalls: undefined } as const;

const SLOW = 'Wait, resend once; then say that the source is not answering.';
const BUSY = 'Wait the stated time, else back off with jitter; give up after two waits.';
const REPAIR = 'Correct the input; a corrected call is a new call, once more.';
const DOMAIN = 'Take another path or escalate; never shrink the request to slip under a limit.';
const RIGHTS = 'Escalate or change the credentials; no other tool as a way around.';
const OBEY = 'Do as the user said.';

/** The code table: the only place where a code gets its meaning. Each spelling stands in one row only. */
export const CODES: readonly CodeRow[] = [
  {
    code: 'timeout',
    ...transient,
    realCalls: 2,
    recovery: SLOW,
    aliases: words(`408 504 522 524 DEADLINE_EXCEEDED timed_out request_timeout gateway_timeout operation_timed_out`),
    classes: words(`ETIMEDOUT ESOCKETTIMEDOUT ETIME UND_ERR_CONNECT_TIMEOUT UND_ERR_HEADERS_TIMEOUT UND_ERR_BODY_TIMEOUT
      TimeoutExpired TimeLimitExceeded SoftTimeLimitExceeded ServerSelectionTimeoutError ERR_TIMED_OUT
      ERR_CONNECTION_TIMED_OUT 57014 HYT00 HYT01`),
  },
  {
    code: 'source_error',
    ...transient,
    realCalls: 2,
    recovery: SLOW,
    aliases: words(`520 upstream_error upstream_failure backend_error provider_error dependency_error`),
    classes: words(`EIO web_fetch_fallback_failed web_fetch_processing_error web_search_failed`),
  },
  {
    code: 'internal',
    ...transient,
    realCalls: 2,
    recovery: SLOW,
    aliases: words(`500 internal_server_error server_error internal_failure DATA_LOSS`),
    classes: words(`InternalServerErrorException InternalServiceError XX000`),
  },
  {
    code: 'unavailable',
    ...transient,
    realCalls: 3,
    recovery: BUSY,
    aliases: words(`SYSTEM_UNAVAILABLE temporarily_unavailable SERVICE_UNAVAILABLE 425 502 503 521 ABORTED bad_gateway
      maintenance under_maintenance try_again try_again_later transient retryable_error`),
    classes: words(`EAGAIN EBUSY ETXTBSY SQLITE_BUSY SQLITE_LOCKED DeadlockDetected deadlock SerializationFailure
      LockNotAvailable LockTimeoutException ER_LOCK_WAIT_TIMEOUT ER_LOCK_DEADLOCK 40001 40P01 55P03 57P01 57P02 57P03`),
  },
  {
    code: 'overloaded',
    ...transient,
    realCalls: 3,
    recovery: BUSY,
    aliases: words(`529 server_overloaded model_overloaded engine_overloaded too_busy server_busy
      capacity_exceeded insufficient_capacity too_many_connections`),
    classes: words(`EMFILE ENFILE ENOBUFS InsufficientInstanceCapacity ER_CON_COUNT_ERROR 53000 53200 53300`),
  },
  {
    code: 'connection_failed',
    ...transient,
    realCalls: 3,
    recovery: BUSY,
    aliases: words(`523 connection_error connection_refused connection_reset connection_closed connection_lost
      network_error not_connected send_failed dns_error host_unreachable`),
    classes: words(`ECONNREFUSED ECONNRESET ECONNABORTED EPIPE ENETUNREACH EHOSTUNREACH ENETDOWN EHOSTDOWN ENOTFOUND
      EAI_AGAIN EAI_NONAME ENOTCONN EADDRNOTAVAIL UND_ERR_SOCKET ERR_NETWORK ERR_CONNECTION_REFUSED
      ERR_CONNECTION_RESET ERR_CONNECTION_CLOSED ERR_NAME_NOT_RESOLVED ERR_INTERNET_DISCONNECTED
      ERR_ADDRESS_UNREACHABLE ERR_EMPTY_RESPONSE ConnectError       ConnectionAbortedError BrokenPipeError RemoteDisconnected RemoteProtocolError IncompleteRead
      ReadError WriteError ChunkedEncodingError NewConnectionError MaxRetryError APIConnectionError ClientConnectorError
      ClientOSError ServerDisconnectedError SocketException UnknownHostException
      NoRouteToHostException HttpHostConnectException ClosedResourceError BrokenResourceError       EndpointConnectionError gaierror 08000 08001 08003 08004 08006 08S01 57P05`),
  },
  {
    code: 'rate_limited',
    ...transient,
    realCalls: 3,
    recovery: BUSY,
    aliases: words(`RATE_LIMIT 429 rate_limit_exceeded rate_limit_reached too_many_requests throttled
      throttling RESOURCE_EXHAUSTED slow_down request_limit_exceeded user_rate_limit_exceeded over_query_limit flood_wait`),
    classes: words(`RequestThrottled ProvisionedThroughputExceededException
      BandwidthLimitExceeded`),
  },
  {
    code: 'invalid_arguments',
    ...validation,
    recovery: REPAIR,
    aliases:
      words(`VALIDATION_ERROR invalid_parameters 400 405 406 411 413 414 415 416 422 431 -32602 -32020 -32021 -32022
      INVALID_ARGUMENT OUT_OF_RANGE invalid_request bad_request client_error unprocessable_entity
      validation_failed schema_error bad_input bad_argument method_not_allowed payload_too_large
      unsupported_media_type context_length_exceeded`),
    classes: words(`ZodError ValiError RequestValidationError ConstraintViolationException
      MethodArgumentNotValidException MissingParameter ParamValidationError       AI_InvalidToolInputError AI_InvalidToolArgumentsError AI_ToolCallRepairError AI_TypeValidationError
      ToolInputParsingException ArgumentOutOfRangeException ArgumentNullException EINVAL EISDIR ENOTDIR ENAMETOOLONG ERANGE
      E2BIG EFBIG 22000 22001 22003 22007 22008 22012 22023 22P02 23502 42804 42846
      target_is_directory path_is_not_a_directory search_path_not_a_directory edit_no_change edit_no_change_llm_judgement
      edit_expected_occurrence_mismatch edit_no_occurrence_found edit_preparation_failure file_too_large
      web_fetch_no_url_in_prompt no_shell_command`),
  },
  {
    code: 'malformed',
    ...validation,
    recovery: REPAIR,
    aliases: words(`-32700 -32600 malformed_request malformed_json invalid_json invalid_xml parse_error syntax_error
      bad_syntax`),
    classes: words(`BadSqlGrammarException ProgrammingSyntaxError ER_PARSE_ERROR MalformedQueryException
      MalformedPolicyDocument IndentationError 42000 42601`),
  },
  {
    code: 'unknown_name',
    ...validation,
    recovery: 'Correct the name.',
    aliases:
      words(`unknown_endpoint -32601 UNIMPLEMENTED 501 not_implemented method_not_found unknown_tool unknown_function
      unknown_command unknown_method unknown_action no_such_tool tool_not_registered no_such_function unknown_model`),
    classes: words(`ENOENT NoSuchFileException NoSuchMethodException AI_NoSuchToolError AI_NoSuchModelError
      NoSuchTableError UndefinedTable UndefinedColumn UndefinedFunction UndefinedObject InvalidCatalogName
      InvalidSchemaName ER_NO_SUCH_TABLE ER_BAD_FIELD_ERROR ER_BAD_DB_ERROR MODULE_NOT_FOUND ERR_MODULE_NOT_FOUND
      NoSuchBucket 42P01 42P02 42703 42704 42883 42S02 42S22 3D000 3F000 ENOEXEC`),
  },
  {
    code: 'not_found',
    ...business,
    recovery: 'Tell the user, or ask something else.',
    aliases: words(`404 410 gone -32002 no_such_resource no_data no_result`),
    classes: words(`NoSuchKey NoSuchEntity DoesNotExist ObjectDoesNotExist NoResultFound ESRCH 02000
      KeyNotFound NoSuchElementException`),
  },
  {
    code: 'policy_violation',
    ...business,
    recovery: DOMAIN,
    aliases:
      words(`policy_violated content_filter content_filtered content_policy_violation safety_violation moderation_blocked
      blocked_by_policy compliance_violation business_rule_violation business`),
    classes: words('BusinessRuleException ContentFilterFinishReasonError'),
  },
  {
    code: 'limit_exceeded',
    ...business,
    recovery: DOMAIN,
    aliases: words(`507 max_amount_exceeded amount_limit_exceeded usage_limit usage_limit_exceeded over_limit`),
    classes: words(`ServiceQuotaExceededException ENOSPC EDQUOT no_space_left 53100 54000`),
  },
  {
    code: 'precondition_failed',
    ...business,
    recovery: DOMAIN,
    aliases:
      words(`FAILED_PRECONDITION 412 424 428 precondition_required invalid_state invalid_status not_eligible ineligible
      out_of_stock sold_out failed_dependency`),
    classes: words(`IncorrectState ENOTEMPTY ForeignKeyViolation CheckViolation
      ER_NO_REFERENCED_ROW_2 ER_ROW_IS_REFERENCED_2 23503 23514 55000 25P02`),
  },
  {
    code: 'conflict',
    ...business,
    recovery: DOMAIN,
    aliases: words(
      `409 423 ALREADY_EXISTS duplicate duplicate_entry already_registered version_conflict resource_in_use`,
    ),
    classes: words(`EEXIST FileExistsError FileAlreadyExistsException UniqueViolation IntegrityError DuplicateKey
      ER_DUP_ENTRY ConditionalCheckFailedException OptimisticLockException StaleObjectStateException
      ConcurrentModificationException EADDRINUSE 23000 23505 attempt_to_create_existing_file`),
  },
  {
    code: 'insufficient_credits',
    ...business,
    recovery: 'Stop and tell the user; no other tool as a way around.',
    aliases: words(`402 PAYMENT_REQUIRED insufficient_quota insufficient_funds insufficient_balance insufficient_credit
      quota_exceeded quota_exhausted quota_limit_exceeded daily_limit_exceeded credits_exhausted out_of_credits
      billing_hard_limit_reached billing_not_active billing_error`),
    classes: [],
  },
  {
    code: 'unauthenticated',
    ...permission,
    recovery: RIGHTS,
    aliases: words(`401 407 511 UNAUTHORIZED invalid_api_key missing_api_key api_key_invalid incorrect_api_key
      authentication_error authentication_failed authentication_required auth_error auth_required auth_failed
      login_required not_authenticated not_logged_in invalid_token invalid_access_token token_expired expired_token
      token_revoked token_invalid invalid_credentials missing_credentials bad_credentials invalid_grant invalid_client
      invalid_auth not_authed session_expired`),
    classes: words(`InvalidClientTokenId
      UnrecognizedClientException SignatureDoesNotMatch InvalidSignatureException       NoCredentialsError PartialCredentialsError CredentialsProviderError InvalidAccessKeyId MissingAuthenticationToken
      ENEEDAUTH E401 ER_ACCESS_DENIED_ERROR 28000 28P01`),
  },
  {
    code: 'permission_denied',
    ...permission,
    recovery: RIGHTS,
    aliases: words(`403 FORBIDDEN access_denied permission_error authorization_error authorization_failed
      not_authorized insufficient_permissions insufficient_permission insufficient_scope insufficient_privileges
      missing_scope missing_permission no_permission operation_not_permitted not_permitted`),
    classes: words(`EACCES EPERM EROFS UnauthorizedOperation UnauthorizedAccessException
      InsufficientPrivilege SecurityException E403 42501 25006`),
  },
  {
    code: 'restricted',
    ...permission,
    recovery: RIGHTS,
    aliases: words(`restricted_endpoint 451 -32042 geo_blocked region_not_supported unsupported_country_region_territory
      plan_required upgrade_required subscription_required not_subscribed account_disabled account_suspended ip_blocked
      blocked approval_required requires_approval`),
    classes: words('path_not_in_workspace sandbox_expansion_required sandbox_denied'),
  },
  {
    code: 'cancelled',
    ...decided,
    recovery: OBEY,
    aliases: words('canceled 499 -32800 user_cancelled user_canceled interrupted aborted_by_user stop_execution'),
    classes: words(`AbortError ABORT_ERR ERR_CANCELED ECANCELED OperationCanceledException
      TaskCanceledException CancellationException KeyboardInterrupt TurnAborted`),
  },
  {
    code: 'denied_by_user',
    ...decided,
    recovery: OBEY,
    aliases: words(`user_denied user_rejected rejected_by_user execution_denied tool_execution_denied approval_denied
      not_approved`),
    classes: words('ToolApprovalDenied'),
  },
];

/** What holds for an error that no row covers. */
export const UNCLASSIFIED: Pick<CodeRow, 'category' | 'realCalls' | 'recovery'> = {
  category: undefined,
  realCalls: 2,
  recovery: 'Resend once at most; then report the error as it is.',
};
