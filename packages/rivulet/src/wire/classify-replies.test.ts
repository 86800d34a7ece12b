import assert from "node:assert/strict";
import { test } from "node:test";
import { classifyReply } from "./classify.ts";

/**
 * Error replies as providers send them, after their documentation and public reports, one a line: what it is, the
 * status, the kind (of an overflow the limit and what was asked for, where they can be read), the body.
 */
const replies = String.raw`
openai quota | 429 | quota | {"error":{"message":"You exceeded your current quota, please check your plan and billing details.","type":"insufficient_quota","code":"project_spend_limit_exceeded"}}
openai credit | 429 | quota | {"error":{"message":"No credits","type":"insufficient_quota","code":"credit_balance_exhausted"}}
openai tpm | 429 | rate_limit | {"error":{"message":"Rate limit reached for gpt-4o in organization org-abc on tokens per min (TPM): Limit 30000, Used 29000, Requested 2000. Please try again in 2s. Visit https://platform.openai.com/account/rate-limits to learn more.","type":"tokens","code":"rate_limit_exceeded"}}
openai too large | 429 | rate_limit | {"error":{"message":"Request too large for gpt-4o in organization org-abc on tokens per min (TPM): Limit 30000, Requested 41000. The input or output tokens must be reduced in order to run successfully.","type":"tokens","code":"rate_limit_exceeded"}}
openai slow_down | 429 | rate_limit | {"error":{"message":"Slow down","type":"rate_limit_error","code":"slow_down"}}
openai overloaded | 503 | overloaded | {"error":{"message":"Our servers are currently overloaded. Please try again later.","type":"service_unavailable_error","code":"server_is_overloaded"}}
openai | 503 | overloaded | {"error":{"message":"The engine is currently overloaded, please try again later","type":"server_error","code":null}}
openai | 500 | server | {"error":{"message":"The server had an error while processing your request. Sorry about that! You can retry your request, or contact us through our help center at help.openai.com if the error persists. (Please include the request ID req_429429429 in your message.)","type":"server_error","code":null}}
openai flagged | 400 | content_filter | {"error":{"message":"Invalid prompt: your prompt was flagged as potentially violating our usage policy. Please try again with a different prompt: https://platform.openai.com/docs/guides/reasoning#advice-on-prompting","type":"invalid_request_error","code":"invalid_prompt"}}
openai ctx | 400 | overflow | {"error":{"message":"Your input exceeds the context window of this model. Please adjust your input and try again.","type":"invalid_request_error","param":"input","code":"context_length_exceeded"}}
openai max_tokens too large | 400 | invalid_request | {"error":{"message":"max_tokens is too large: 500. This model supports at most 429 completion tokens, whereas you provided 500.","type":"invalid_request_error","param":"max_tokens","code":"invalid_value"}}
openai string too long id | 400 | invalid_request | {"error":{"message":"Invalid 'messages[1].tool_calls[0].id': string too long. Expected a string with maximum length 40, but got a string with length 51 instead.","type":"invalid_request_error","code":"string_above_max_length"}}
openai string too long 10M | 400 | overflow | {"error":{"message":"Invalid 'input[0].content': string too long. Expected a string with maximum length 10485760, but got a string with length 20000000 instead.","type":"invalid_request_error","code":"string_above_max_length"}}
openai country | 403 | permission | {"error":{"code":"unsupported_country_region_territory","message":"Country, region, or territory not supported","param":null,"type":"request_forbidden"}}
openai missing scope | 403 | permission | {"error":{"message":"You have insufficient permissions for this operation. Missing scopes: model.request.","type":"invalid_request_error","code":"missing_scope"}}
openai prev response | 400 | invalid_request | {"error":{"message":"Previous response with id 'resp_x' not found.","type":"invalid_request_error","param":"previous_response_id","code":"previous_response_not_found"}}
openai model | 400 | not_found | {"error":{"message":"The requested model 'gpt-9' does not exist.","type":"invalid_request_error","param":"model","code":"model_not_found"}}
openai tool id | 400 | invalid_request | {"error":{"message":"No tool call found for function call output with call_id call_4291.","type":"invalid_request_error"}}
openai tool named timeout | 400 | invalid_request | {"error":{"message":"tool 'timeout' is not valid","type":"invalid_request_error"}}
openai org verify | 404 | not_found | {"error":{"message":"Your organization must be verified to use the model 'o3'.","type":"invalid_request_error","code":"model_not_found"}}
openai image safety | 400 | content_filter | {"error":{"message":"Your request was rejected as a result of our safety system.","type":"image_generation_user_error","code":"moderation_blocked"}}
anthropic credit | 400 | quota | {"type":"error","error":{"type":"invalid_request_error","message":"Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing to upgrade or purchase credits."}}
anthropic usage | 400 | quota | {"type":"error","error":{"type":"invalid_request_error","message":"You have reached your specified API usage limits. You will regain access on 2026-06-01 at 00:00 UTC."}}
anthropic spend | 429 | quota | {"type":"error","error":{"type":"rate_limit_error","message":"Your organization has reached its monthly limit.","details":{"error_code":"enforced_spend_limit_reached"}}}
anthropic billing | 402 | quota | {"type":"error","error":{"type":"billing_error","message":"There is an issue with billing"}}
anthropic | 403 | permission | {"type":"error","error":{"type":"permission_error","message":"Your API key does not have permission to use the specified resource"}}
anthropic forbidden | 403 | permission | {"error":{"type":"forbidden","message":"Request not allowed"}}
anthropic | 413 | invalid_request | {"type":"error","error":{"type":"request_too_large","message":"Request exceeds the maximum size"}}
anthropic cf | 413 | overflow | <html><head><title>413 Request Entity Too Large</title></head></html>
anthropic acceleration | 429 | rate_limit | {"type":"error","error":{"type":"rate_limit_error","message":"This request would exceed your organization's rate limit of 80,000 input tokens per minute. Please reduce the prompt length or the maximum tokens requested, or try again later."}}
anthropic | 500 | server | {"type":"error","error":{"type":"api_error","message":"Internal server error"}}
anthropic | 504 | timeout | {"type":"error","error":{"type":"timeout_error","message":"Request timed out"}}
anthropic | 409 | server | {"type":"error","error":{"type":"conflict_error","message":"Conflict"}}
anthropic filter | 400 | content_filter | {"type":"error","error":{"type":"invalid_request_error","message":"Output blocked by content filtering policy"}}
anthropic thinking sig | 400 | invalid_request | {"type":"error","error":{"type":"invalid_request_error","message":"messages.1.content.0: Invalid 'signature' in 'thinking' block"}}
anthropic max_tokens | 400 | invalid_request | {"type":"error","error":{"type":"invalid_request_error","message":"max_tokens: 100000 > 64000, which is the maximum allowed number of output tokens for claude-x"}}
anthropic image | 400 | invalid_request | {"type":"error","error":{"type":"invalid_request_error","message":"messages.0.content.1.image.source.base64: image exceeds 5 MB maximum: 6000000 bytes > 5242880 bytes"}}
anthropic pages | 400 | overflow | {"type":"error","error":{"type":"invalid_request_error","message":"messages: Input is too long: many-image requests"}}
anthropic long ctx beta | 429 | rate_limit | {"type":"error","error":{"type":"rate_limit_error","message":"Extra usage is required for long context requests."}}
gemini | 503 | overloaded | {"error":{"code":503,"message":"The model is overloaded. Please try again later.","status":"UNAVAILABLE"}}
gemini b | 503 | overloaded | {"error":{"code":503,"message":"This model is currently experiencing high demand. Spikes in demand are usually temporary. Please try again later.","status":"UNAVAILABLE"}}
gemini | 500 | server | {"error":{"code":500,"message":"An internal error has occurred. Please retry or report in https://developers.generativeai.google/guide/troubleshooting","status":"INTERNAL"}}
gemini | 504 | timeout | {"error":{"code":504,"message":"Deadline expired before operation could complete.","status":"DEADLINE_EXCEEDED"}}
gemini key | 400 | invalid_request | [{"error":{"code":400,"message":"Please pass a valid API key.","status":"INVALID_ARGUMENT"}}]
gemini key expired | 400 | auth | [{"error":{"code":400,"message":"API key expired. Please renew the API key.","status":"INVALID_ARGUMENT","details":[{"reason":"API_KEY_INVALID"}]}}]
gemini location | 400 | invalid_request | {"error":{"code":400,"message":"User location is not supported for the API use.","status":"FAILED_PRECONDITION"}}
gemini leaked | 403 | auth | {"error":{"code":403,"message":"Your API key was reported as leaked. Please use another API key.","status":"PERMISSION_DENIED"}}
gemini prepay | 429 | quota | {"error":{"code":429,"message":"Your prepayment credits are depleted. Please go to AI Studio","status":"RESOURCE_EXHAUSTED"}}
gemini prepay | 402 | quota | {"error":{"code":402,"message":"Your prepayment credits are depleted.","status":"RESOURCE_EXHAUSTED"}}
gemini free | 429 | rate_limit | {"error":{"code":429,"message":"You exceeded your current quota, please check your plan and billing details. * Quota exceeded for metric: generativelanguage.googleapis.com/generate_content_free_tier_requests, limit: 20, model: gemini-x\nPlease retry in 34.07s.","status":"RESOURCE_EXHAUSTED","details":[{"@type":"type.googleapis.com/google.rpc.RetryInfo","retryDelay":"34.074824224s"}]}}
vertex | 429 | rate_limit | {"error":{"code":429,"message":"Resource exhausted. Please try again later. Please refer to https://cloud.google.com/vertex-ai/generative-ai/docs/error-code-429 for more details.","status":"RESOURCE_EXHAUSTED"}}
vertex | 401 | auth | {"error":{"code":401,"message":"Request had invalid authentication credentials.","status":"UNAUTHENTICATED","details":[{"reason":"ACCESS_TOKEN_EXPIRED"}]}}
vertex ctx | 400 | overflow 1048576/1200000 | {"error":{"code":400,"message":"Unable to submit request because the input token count is 1200000 but model only supports up to 1048576. Reduce the input token count and try again.","status":"INVALID_ARGUMENT"}}
vertex out of range | 400 | invalid_request | {"error":{"code":400,"message":"The request size exceeds the limit of 20 MB","status":"OUT_OF_RANGE"}}
openrouter | 402 | quota | {"error":{"message":"This request requires more credits, or fewer max_tokens. You requested up to 64000 tokens, but can only afford 2666.","code":402}}
openrouter moderation | 403 | content_filter | {"error":{"code":403,"message":"openai/gpt-4o requires moderation on OpenRouter. Your input was flagged for \"violence\". No credits were charged.","metadata":{"reasons":["violence"],"flagged_input":"x","provider_name":"OpenAI"}}}
openrouter key limit | 403 | permission | {"error":{"code":403,"message":"Key limit exceeded (total limit). Manage it using https://openrouter.ai/settings/keys"}}
openrouter free | 429 | rate_limit | {"error":{"message":"Rate limit exceeded: free-models-per-day. Add 10 credits to unlock 1000 free model requests per day","code":429,"metadata":{"headers":{"X-RateLimit-Limit":"50"}}}}
openrouter | 502 | server | {"error":{"code":502,"message":"Provider returned error","metadata":{"raw":"upstream connect error","provider_name":"X","error_type":"provider_unavailable"}}}
openrouter | 503 | overloaded | {"error":{"code":503,"message":"No available providers","metadata":{"error_type":"provider_overloaded"}}}
openrouter | 408 | timeout | {"error":{"code":408,"message":"Request timed out"}}
openrouter raw overflow | 400 | overflow 200000/210000 | {"error":{"code":400,"message":"Provider returned error","metadata":{"provider_name":"Anthropic","raw":"{\"type\":\"error\",\"error\":{\"type\":\"invalid_request_error\",\"message\":\"prompt is too long: 210000 tokens > 200000 maximum\"}}"}}}
groq | 413 | overflow 6000/7591 | {"error":{"message":"Request too large for model 'llama' in organization 'org_01' service tier 'on_demand' on tokens per minute (TPM): Limit 6000, Requested 7591, please reduce your message size and try again. Need more tokens? Upgrade to Dev Tier today at https://console.groq.com/settings/billing","type":"tokens","code":"rate_limit_exceeded"}}
groq | 429 | rate_limit | {"error":{"message":"Rate limit reached for model 'llama' in organization 'org_01' service tier 'on_demand' on tokens per minute (TPM): Limit 12000, Used 4437, Requested 9854. Please try again in 11.455s. Need more tokens? Upgrade to Dev Tier today at https://console.groq.com/settings/billing","type":"tokens","code":"rate_limit_exceeded"}}
groq length | 400 | overflow | {"error":{"message":"Please reduce the length of the messages or completion.","type":"invalid_request_error","param":"messages","code":"context_length_exceeded"}}
groq | 498 | overloaded | {"error":{"message":"Flex tier capacity exceeded","type":"invalid_request_error","code":"capacity_exceeded"}}
groq blocked | 400 | quota | {"error":{"message":"Spend limit reached","type":"invalid_request_error","code":"blocked_api_access"}}
groq json | 400 | invalid_request | {"error":{"message":"Failed to generate JSON. Please adjust your prompt. See 'failed_generation' for more details.","type":"invalid_request_error","code":"json_validate_failed"}}
groq | 503 | server | {"error":{"message":"Service Unavailable","type":"internal_server_error"}}
deepseek | 402 | quota | {"error":{"message":"Insufficient Balance","type":"unknown_error","param":null,"code":"invalid_request_error"}}
deepseek risk | 400 | content_filter | {"error":{"message":"Content Exists Risk","type":"invalid_request_error","code":"invalid_request_error"}}
deepseek | 422 | invalid_request | {"error":{"message":"Failed to deserialize the JSON body into the target type: messages[0].role: unknown variant at line 1 column 429","type":"invalid_request_error"}}
deepseek | 503 | overloaded | {"error":{"message":"Service is too busy. We advise users to temporarily switch to alternative LLM API service providers.","type":"service_unavailable_error"}}
mistral ctx | 400 | overflow 128000/130000 | {"object":"error","message":"Prompt contains 130000 tokens and 0 draft tokens, too large for model with 128000 maximum context length","type":"invalid_request_prompt","param":null,"code":"3051"}
mistral | 429 | rate_limit | {"object":"error","message":"Rate limit exceeded","type":"rate_limited","param":null,"code":"1300","raw_status_code":429}
mistral capacity | 429 | rate_limit | {"object":"error","message":"Service tier capacity exceeded for this model.","type":"service_tier_capacity_exceeded","param":null,"code":"3505"}
mistral | 422 | invalid_request | {"object":"error","message":{"detail":[{"type":"extra_forbidden","loc":["body","foo"],"msg":"Extra inputs are not permitted","input":"bar"}]},"type":"invalid_request_error","param":null,"code":null}
mistral | 401 | auth | {"detail":"Unauthorized"}
mistral 401b | 401 | auth | {"message":"Unauthorized","request_id":"abc"}
mistral roles | 400 | invalid_request | {"object":"error","message":"Expected last role User or Tool (or Assistant with prefix True) for serving but got assistant","type":"invalid_request_message_order","code":"3230"}
mistral | 402 | quota | {"detail":"You cannot use the API until you activate payments"}
xai key | 400 | auth | {"code":"Client specified an invalid argument","error":"Incorrect API key provided: xa***. You can obtain an API key from https://console.x.ai."}
xai ctx | 400 | overflow 131072/537812 | {"code":"Client specified an invalid argument","error":"This model's maximum prompt length is 131072 but the request contains 537812 tokens."}
xai credits | 429 | quota | {"code":"Some resource has been exhausted","error":"Your team 16f2 has either used all available credits or reached its monthly spending limit. To continue making API requests, please purchase more credits or raise your spending limit."}
xai credits | 403 | quota | {"code":"The caller does not have permission to execute the specified operation","error":"Your newly created team doesn't have any credits or licenses yet. You can purchase those on https://console.x.ai/team."}
xai | 429 | rate_limit | {"code":"Some resource has been exhausted","error":"Too many requests for team and model grok-4. Your team's rate limit is 60 requests per minute"}
xai | 503 | overloaded | {"code":"The service is currently unavailable","error":"Service temporarily unavailable. The model is at capacity and currently cannot serve this request. Please try again later."}
xai content | 403 | content_filter | {"code":"The caller does not have permission to execute the specified operation","error":"Content violates usage guidelines. Failed check: SAFETY_CHECK_TYPE_BIO"}
xai | 422 | invalid_request | Failed to deserialize the JSON body into the target type: messages[0]: missing field 'content' at line 1
cerebras | 400 | overflow 40000/42328 | {"message":"Please reduce the length of the messages or completion. Current length is 42328 while limit is 40000","type":"invalid_request_error","param":"messages","code":"context_length_exceeded"}
cerebras | 429 | rate_limit | {"message":"Tokens per minute limit exceeded - too many tokens processed.","type":"too_many_tokens_error","param":"quota","code":"token_quota_exceeded"}
cerebras 429b | 429 | rate_limit | {"message":"We're experiencing high traffic right now! Please try again soon.","type":"too_many_requests_error","param":"queue","code":"queue_exceeded"}
cerebras wrong key | 401 | auth | {"message":"Wrong API Key","type":"invalid_request_error","param":"api_key","code":"wrong_api_key"}
kimi | 429 | overloaded | {"error":{"message":"The engine is currently overloaded, please try again later","type":"engine_overloaded_error"}}
kimi quota | 429 | quota | {"error":{"message":"You exceeded your current token quota: 1000, please check your account balance","type":"exceeded_current_quota_error"}}
kimi suspended | 429 | quota | {"error":{"message":"Your account org-x is suspended, please check your plan and billing details","type":"exceeded_current_quota_error"}}
kimi rate | 429 | rate_limit | {"error":{"message":"Your account reached organization max RPM: 3, please try again after 1 seconds","type":"rate_limit_reached_error"}}
kimi filter | 400 | content_filter | {"error":{"type":"content_filter","message":"The request was rejected because it was considered high risk"}}
kimi ctx | 400 | overflow 262144/269030 | {"error":{"message":"Invalid request: Your request exceeded model token limit: 262144 (requested: 269030)","type":"invalid_request_error"}}
kimi ctx2 | 400 | overflow | {"error":{"message":"Input token length too long","type":"invalid_request_error"}}
kimi code | 403 | quota | {"error":{"message":"You've reached your usage limit for this billing cycle. Your quota will be refreshed in the next cycle.","type":"access_terminated_error"}}
kimi code 403b | 403 | permission | {"error":{"message":"Kimi For Coding is currently only available for Coding Agents","type":"access_terminated_error"}}
kimi | 404 | not_found | {"error":{"message":"Not found the model kimi-x or Permission denied","type":"resource_not_found_error"}}
zai 429 balance | 429 | quota | {"error":{"code":"1113","message":"Insufficient balance or no resource package. Please recharge."}}
zai 1308 | 429 | quota | {"error":{"code":"1308","message":"Usage limit reached for 5 hour. Your limit will reset at 2026-01-01 10:00:00"}}
zai 1302 | 429 | rate_limit | {"error":{"code":"1302","message":"High concurrency usage of this API, please reduce concurrency or contact customer service to increase limits"}}
zai 1305 | 429 | rate_limit | {"error":{"code":"1305","message":"The service may be temporarily overloaded, please try again later"}}
zai 1301 | 400 | content_filter | {"error":{"code":"1301","message":"System detected potentially unsafe or sensitive content in input or generation."}}
zai 1261 | 400 | overflow | {"error":{"code":"1261","message":"Prompt exceeds max length"}}
zai zh | 400 | overflow | {"error":{"code":"9999","message":"Prompt 超长"}}
zai 401 | 401 | auth | {"error":{"code":"1002","message":"Authorization Token is invalid"}}
zai 1211 | 400 | invalid_request | {"error":{"code":"1211","message":"Unknown Model, please check the model code."}}
minimax ctx | 400 | overflow | {"type":"error","error":{"type":"bad_request_error","message":"invalid params, context window exceeds limit (2013)","http_code":"400"},"request_id":"x"}
dashscope range | 400 | overflow 129024/- | {"error":{"code":"invalid_parameter_error","message":"<400> InternalError.Algo.InvalidParameter: Range of input length should be [1, 129024]","type":"invalid_request_error"},"request_id":"r"}
dashscope arrear | 400 | quota | {"error":{"code":"Arrearage","message":"Access denied, please make sure your account is in good standing.","type":"Arrearage"}}
dashscope inspection | 400 | content_filter | {"error":{"code":"data_inspection_failed","message":"Input data may contain inappropriate content.","type":"data_inspection_failed"}}
dashscope throttle | 429 | rate_limit | {"code":"Throttling.RateQuota","message":"Requests rate limit exceeded, please try again later.","request_id":"x"}
dashscope alloc | 429 | rate_limit | {"code":"Throttling.AllocationQuota","message":"Allocated quota exceeded, please increase your quota limit.","request_id":"x"}
dashscope iq | 429 | quota | {"error":{"message":"You exceeded your current quota, please check your plan and billing details.","type":"insufficient_quota","code":"insufficient_quota"}}
dashscope free | 403 | quota | {"error":{"code":"AllocationQuota.FreeTierOnly","message":"The free tier of the model has been exhausted. If you wish to continue access the model on a paid basis, please disable the \"use free tier only\" mode in the management console.","type":"AllocationQuota.FreeTierOnly"}}
dashscope model | 404 | not_found | {"error":{"code":"model_not_found","message":"The model 'q' does not exist or you do not have access to it.","type":"invalid_request_error"}}
dashscope key | 401 | auth | {"code":"InvalidApiKey","message":"Invalid API-key provided.","request_id":"x"}
bedrock throttle | 429 | rate_limit | {"message":"Too many tokens, please wait before trying again."}
bedrock throttle | 503 | server | {"message":"Too many connections, please wait before trying again."}
bedrock ctx | 400 | overflow | {"message":"Input is too long for requested model."}
bedrock ctx2 | 400 | overflow | {"message":"The model returned the following errors: Input is too long for requested model."}
bedrock titan | 400 | overflow 8192/10000 | {"message":"400 Bad Request: Too many input tokens. Max input tokens: 8192, request input token count: 10000 "}
bedrock nova | 400 | overflow | {"message":"Number of input tokens exceeds maximum length"}
bedrock access | 403 | permission | {"Message":"User: arn:aws:iam::1:user/x is not authorized to perform: bedrock:InvokeModel because no identity-based policy allows the bedrock:InvokeModel action"}
bedrock access model | 403 | permission | {"message":"You don't have access to the model with the specified model ID."}
bedrock filter | 400 | content_filter | {"message":"The generated text has been blocked by our content filters."}
bedrock | 408 | timeout | {"message":"Model has timed out in processing the request."}
azure filter | 400 | content_filter | {"error":{"message":"The response was filtered due to the prompt triggering Azure OpenAI's content management policy. Please modify your prompt and retry.","type":null,"param":"prompt","code":"content_filter","status":400,"innererror":{"code":"ResponsibleAIPolicyViolation","content_filter_result":{}}}}
azure deployment | 404 | not_found | {"error":{"code":"DeploymentNotFound","message":"The API deployment for this resource does not exist."}}
azure | 429 | rate_limit | {"error":{"code":"429","message":"Requests to the ChatCompletions_Create Operation under Azure OpenAI API version 2024 have exceeded token rate limit of your current OpenAI S0 pricing tier. Please retry after 43 seconds."}}
azure nocap | 429 | rate_limit | {"error":{"code":"NoCapacity","message":"The system is currently experiencing high demand and cannot process your request."}}
azure | 408 | timeout | {"error":{"code":"Timeout","message":"The operation was timeout."}}
azure | 401 | auth | {"statusCode":401,"message":"Unauthorized. Access token is missing, invalid, audience is incorrect (https://cognitiveservices.azure.com), or have expired."}
copilot ctx | 400 | overflow 64000/138898 | {"error":{"message":"prompt token count of 138898 exceeds the limit of 64000","code":"model_max_prompt_tokens_exceeded"}}
copilot ctx no code | 400 | overflow | {"error":{"message":"prompt token count of 65446 exceeds the limit of 64000","param":"","code":"","type":""}}
copilot model | 400 | invalid_request | {"error":{"message":"The requested model is not supported.","code":"model_not_supported","param":"model","type":"invalid_request_error"}}
copilot plain | 401 | auth | unauthorized: token expired
copilot | 413 | overflow | failed to parse request
copilot quota | 402 | quota | You have no quota 
copilot | 429 | quota | quota exceeded
copilot | 403 | auth | unauthorized: not authorized to use this Copilot feature
codex usage | 429 | quota | {"error":{"type":"usage_limit_reached","message":"The usage limit has been reached","plan_type":"plus","resets_in_seconds":3600}}
lmstudio | 400 | overflow 4096/5187 | {"error":"Trying to keep the first 5187 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens, which is not enough. Try to load the model with a larger context length, or provide a shorter input"}
lmstudio2 | 400 | overflow | {"error":"The number of tokens to keep from the initial prompt is greater than the context length. Try to load the model with a larger context length, or provide a shorter input"}
llama.cpp old | 500 | overflow | {"error":{"code":500,"message":"the request exceeds the available context size. try increasing the context size or enable context shift","type":"server_error"}}
llama.cpp loading | 503 | overloaded | {"error":{"code":503,"message":"Loading model","type":"unavailable_error"}}
ollama | 500 | server | {"error":"llama runner process has terminated: signal: killed"}
ollama tools | 400 | invalid_request | {"error":"registry.ollama.ai/library/x:latest does not support tools"}
ollama | 503 | overloaded | {"error":"server busy, please try again.  maximum pending requests exceeded"}
ollama cloud | 429 | quota | {"error":"you've reached your hourly usage limit, please upgrade to continue"}
vllm maxtok | 400 | overflow | {"error":{"message":"'max_tokens' or 'max_completion_tokens' is too large: 50000. This model's maximum context length is 32768 tokens and your request has 1000 input tokens (50000 > 32768 - 1000).","type":"BadRequestError","param":"max_tokens","code":400}}
vllm decoder | 400 | overflow 131072/163840 | {"error":{"message":"The decoder prompt (length 163840) is longer than the maximum model length of 131072. Make sure that 'max_model_len' is no smaller than the number of text tokens.","type":"BadRequestError","code":400}}
vllm detail | 500 | overflow | {"detail":"[address=0.0.0.0:43769, pid=1065] The decoder prompt (length 66501) is longer than the maximum model length of 65536."}
vllm notfound | 404 | not_found | {"object":"error","message":"The model 'x' does not exist.","type":"NotFoundError","param":null,"code":404}
vllm tool choice | 400 | invalid_request | {"object":"error","message":"\"auto\" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set","type":"BadRequestError","param":null,"code":400}
sglang | 400 | overflow 262144/516368 | {"object":"error","message":"The input (516368 tokens) is longer than the model's context length (262144 tokens).","type":"BadRequestError","param":null,"code":400}
sglang2 | 400 | overflow | {"object":"error","message":"Requested token count exceeds the model's maximum context length of 131072 tokens. You requested a total of 150000 tokens: 140000 tokens from the input messages and 10000 tokens for the completion.","type":"BadRequestError","code":400}
tgi | 422 | overflow 4097/9000 | {"error":"Input validation error: 'inputs' tokens + 'max_new_tokens' must be <= 4097. Given: 9000 'inputs' tokens and 100 'max_new_tokens'","error_type":"validation"}
tgi2 | 422 | overflow | {"error":"Input validation error: 'inputs' must have less than 1024 tokens. Given: 1500","error_type":"validation"}
tgi overloaded | 429 | overloaded | {"error":"Model is overloaded","error_type":"overloaded"}
hf loading | 503 | server | {"error":"Model x is currently loading","estimated_time":20}
hf | 402 | quota | {"error":"You have exceeded your monthly included credits for Inference Providers. Subscribe to PRO to get 20x more monthly included credits."}
hf | 401 | auth | {"error":"Invalid username or password."}
together | 422 | overflow | {"error":{"message":"Input validation error: 'inputs' tokens + 'max_new_tokens' must be <= 131073. Given: 140000 'inputs' tokens and 0 'max_new_tokens'","type":"invalid_request_error","param":"inputs","code":null}}
together | 429 | rate_limit | {"error":{"message":"Request was rejected due to rate limiting. Your rate limit is 1 queries per second.","type":"rate_limit","code":null}}
together | 402 | quota | {"error":{"message":"Credit limit exceeded, please navigate to https://api.together.xyz/settings/billing","type":"credit_limit","code":null}}
together | 503 | overloaded | {"error":{"message":"The server is overloaded or not ready yet.","type":"service_unavailable"}}
fireworks | 412 | quota | {"error":{"message":"Account x is suspended, possibly due to reaching the monthly spending limit or failure to pay past invoices.","code":"PRECONDITION_FAILED"}}
fireworks | 404 | not_found | {"error":{"object":"error","type":"invalid_request_error","code":"NOT_FOUND","message":"Model not found, inaccessible, and/or not deployed"}}
fireworks ctx | 400 | overflow | {"error":{"object":"error","type":"invalid_request_error","code":"invalid_request_error","message":"The prompt is too long: 140000, model maximum context length: 131071"}}
deepinfra | 400 | overflow 131072/140000 | {"error":{"message":"Requested input length 140000 exceeds maximum input length 131072"}}
deepinfra | 402 | quota | {"detail":{"error":"inference prohibited, please top up your balance"}}
novita balance | 400 | quota | {"code":400,"reason":"BILLING_BALANCE_NOT_ENOUGH","message":"balance not enough","metadata":{}}
novita key | 403 | auth | {"code":403,"reason":"INVALID_API_KEY","message":"invalid api key","metadata":{}}
sambanova | 400 | overflow | {"error":{"code":null,"message":"This model's maximum context length is 8192 tokens, However, you requested 9000 tokens.","param":null,"type":"invalid_request_error"}}
nvidia | 401 | auth | {"status":401,"title":"Unauthorized","detail":"Authentication failed"}
nvidia | 404 | not_found | 404 page not found
nvidia | 422 | invalid_request | {"type":"urn:inference-service:problem-details:bad-request","title":"Bad Request","status":400,"detail":"Function id 'x': Function is in DEGRADED state","instance":"/v2"}
cloudflare | 429 | quota | {"errors":[{"message":"AiError: you have used up your daily free allocation of 10,000 neurons, please upgrade to Cloudflare's Workers Paid plan","code":4006}],"success":false,"result":{},"messages":[]}
cloudflare ctx | 413 | overflow 8000/9000 | {"errors":[{"message":"AiError: The estimated number of input and maximum output tokens (9000) exceeded this model context window limit (8000).","code":5021}],"success":false}
cloudflare model | 400 | invalid_request | {"errors":[{"code":5007,"message":"No such model @cf/x or task"}],"success":false}
cf html | 502 | server | <!DOCTYPE html><html><head><title>api.x.ai | 502: Bad gateway</title></head><body>Host error 429 rate limit context window exceeded</body></html>
cf html | 403 | permission | <!DOCTYPE html><html><head><title>Attention Required! | Cloudflare</title><meta content-security-policy='x'></head></html>
cf | 524 | server | error code: 524
cf | 529 | overloaded | 
nginx | 504 | server | <html> <head><title>504 Gateway Time-out</title></head> <body> <center><h1>504 Gateway Time-out</h1></center> </body></html>
plain | 502 | server | upstream connect error or disconnect/reset before headers. reset reason: connection timeout
empty | 400 | invalid_request | 
vercel | 402 | quota | {"error":{"message":"Insufficient funds. Please add credits to your account to continue using AI services.","type":"insufficient_funds"}}
vercel | 429 | rate_limit | {"error":{"message":"Free credits temporarily have rate limits in place due to abuse.","type":"rate_limit_exceeded"}}
one-api | 403 | quota | {"error":{"message":"user quota is not enough","type":"new_api_error","code":"insufficient_user_quota"}}
one-api | 503 | not_found | {"error":{"message":"No available channel for model x under group default (request id: 20260101)","type":"new_api_error","code":"model_not_found"}}
one-api ctx | 500 | overflow | {"error":{"message":"This model's maximum context length is 65536 tokens. However, you requested 70000 tokens","type":"upstream_error","code":400}}
litellm | 400 | overflow | {"error":{"message":"litellm.ContextWindowExceededError: litellm.BadRequestError: OpenAIException - This model's maximum context length is 8192 tokens.","type":null,"param":null,"code":"400"}}
litellm | 429 | rate_limit | {"error":{"message":"litellm.RateLimitError: AnthropicException - rate_limit_error","type":"throttling_error","code":"429"}}
litellm budget | 400 | quota | {"error":{"message":"Budget has been exceeded! Current cost: 10, Max budget: 5","type":"budget_exceeded","param":null,"code":"400"}}
opencode zen | 401 | quota | {"type":"error","error":{"type":"CreditsError","message":"Insufficient balance. Manage your billing here: https://opencode.ai"}}
perplexity html | 401 | auth | <html><head><title>401 Authorization Required</title></head></html>
cohere | 429 | rate_limit | {"id":"x","message":"You are using a Trial key, which is limited to 40 API calls / minute. You can continue to use the Trial key for free or upgrade to a Production key with higher rate limits."}
cohere month | 429 | rate_limit | {"message":"You are using a Trial key, which is limited to 1000 API calls / month."}
fastapi | 403 | auth | {"detail":"Not authenticated"}
spring | 500 | server | {"timestamp":"x","status":500,"error":"Internal Server Error","path":"/v1"}
nest | 400 | invalid_request | {"statusCode":400,"message":["model must be a string"],"error":"Bad Request"}
`;

const passing = ["rate_limit", "overloaded", "server", "timeout"];

for (const line of replies.trim().split("\n")) {
	const [name, status, expected, ...rest] = line.split(" | ");
	const [kind, size] = (expected as string).split(" ");
	test(`${name} ${status} is ${kind}`, () => {
		const body = rest.join(" | ");
		const error = classifyReply({ status: Number(status), headers: new Headers(), body }, 0);
		assert.equal(error.kind, kind, error.message);
		assert.equal(error.retryable, passing.includes(error.kind));
		assert.equal(error.status, Number(status));
		assert.ok(error.message.length > 0 && error.message.length <= 1_000);
		if (size) assert.equal(`${error.limit ?? "-"}/${error.requested ?? "-"}`, size);
		if (kind !== "overflow") assert.ok(!("limit" in error) && !("requested" in error));
	});
}
