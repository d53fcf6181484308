using System.Net.Http.Json;
using System.Text.Json;

using var client = new HttpClient { Timeout = TimeSpan.FromSeconds(30) };
using var request = new HttpRequestMessage(HttpMethod.Post, "http://127.0.0.1:3000/api/v1/buy/airtime");
request.Headers.Add("x-auth-token", Environment.GetEnvironmentVariable("TOKEN")); // your API token
request.Headers.Add("idempotency-key", "order-1"); // your own order number: sent twice, bought once
request.Content = JsonContent.Create(new { network = 1, mobile_number = "08031234567", amount = 100 });

// When SendAsync throws, nobody knows: send the same again, with the same key.
using var response = await client.SendAsync(request);
var answer = await response.Content.ReadFromJsonAsync<JsonElement>();
var status = (int)response.StatusCode;

if (status == 200)
    Console.WriteLine($"Delivered {answer.GetProperty("receipt").GetProperty("reference")}");
else if (status == 202)
    Console.WriteLine($"Paid; the webhook tells how it ends {answer.GetProperty("receipt").GetProperty("reference")}");
else if (status >= 500 || response.Headers.RetryAfter is not null)
    Console.WriteLine($"Not known yet; send the same again {answer.GetProperty("requestId")}");
else
    Console.WriteLine($"Not bought, or the money is back: {answer.GetProperty("code")} {answer.GetProperty("msg")}");
