/**
 * Scenarios of the conformance suite that no server but one made for that suite can pass, and why. A scenario that passes all the same
 * must be taken out of here. Everything else has to pass in every version of the protocol in which the suite has it.
 */
export const EXPECTED_FAILURES: Readonly<Record<string, string>> = {
  'tools-call-simple-text': 'calls the tool test_simple_text',
  'tools-call-image': 'calls the tool test_image_content',
  'tools-call-audio': 'calls the tool test_audio_content',
  'tools-call-embedded-resource': 'calls the tool test_embedded_resource',
  'tools-call-mixed-content': 'calls the tool test_multiple_content_types',
  'tools-call-with-logging': 'calls the tool test_tool_with_logging; nothing is logged to clients',
  'tools-call-error': 'calls the tool test_error_handling',
  'tools-call-with-progress': 'calls the tool test_tool_with_progress',
  'tools-call-sampling': 'calls the tool test_sampling; no model of the client is used',
  'tools-call-elicitation': 'calls the tool test_elicitation; nothing is asked of the person',
  'elicitation-sep1034-defaults': 'calls the tool test_elicitation_sep1034_defaults',
  'elicitation-sep1330-enums': 'calls the tool test_elicitation_sep1330_enums',
  'json-schema-2020-12': 'wants the tool json_schema_2020_12_tool',
  'resources-read-text': 'reads test://static-text',
  'resources-read-binary': 'reads test://static-binary',
  'resources-templates-read': 'reads test://template/123/data',
  'resources-subscribe': 'subscribes to test://watched-resource; there are no subscriptions',
  'resources-unsubscribe': 'the same',
  'prompts-get-simple': 'gets the prompt test_simple_prompt',
  'prompts-get-with-args': 'gets the prompt test_prompt_with_arguments',
  'prompts-get-embedded-resource': 'gets the prompt test_prompt_with_embedded_resource',
  'prompts-get-with-image': 'gets the prompt test_prompt_with_image',
  'completion-complete': 'completes an argument of the prompt test_prompt_with_arguments',
  'logging-set-level': 'nothing is logged to clients, and the capability is not offered',
  'http-custom-header-server-validation': 'wants a tool with x-mcp-header',
  'input-required-result-basic-elicitation': 'calls the tool test_input_required_result_elicitation',
  'input-required-result-basic-sampling': 'calls the tool test_input_required_result_sampling',
  'input-required-result-basic-list-roots': 'calls the tool test_input_required_result_list_roots',
  'input-required-result-request-state': 'calls the tool test_input_required_result_request_state',
  'input-required-result-multiple-input-requests': 'calls the tool test_input_required_result_multiple_inputs',
  'input-required-result-multi-round': 'calls the tool test_input_required_result_multi_round',
  'input-required-result-non-tool-request': 'gets the prompt test_input_required_result_prompt',
  'input-required-result-result-type': 'calls the tool test_input_required_result_elicitation',
  'input-required-result-tampered-state': 'calls the tool test_input_required_result_tampered_state',
  'input-required-result-capability-check': 'calls the tool test_input_required_result_capabilities',
};

/** Checks of scenarios that pass otherwise, which say themselves that they cannot be made without a tool of the suite. */
export const EXPECTED_FAILED_CHECKS: Readonly<Record<string, string>> = {
  'sep-2575-server-rejects-undeclared-capability': 'wants the tool test_missing_capability',
  'sep-2575-missing-capability-http-400': 'wants the tool test_missing_capability',
  'sep-2575-http-server-no-independent-requests-on-stream': 'wants the tool test_streaming_elicitation',
  'sep-2575-server-no-log-without-loglevel': 'wants the tool test_logging_tool',
};

/** What every server must pass, by the first version of the protocol that has it. */
export const GENERIC: Readonly<Record<string, readonly string[]>> = {
  '2025-11-25': [
    'server-initialize',
    'ping',
    'tools-list',
    'resources-list',
    'prompts-list',
    'dns-rebinding-protection',
  ],
  '2026-07-28': [
    'server-stateless',
    'tools-list',
    'resources-list',
    'prompts-list',
    'dns-rebinding-protection',
    'caching',
    'http-header-validation',
    'sep-2164-resource-not-found',
  ],
};
