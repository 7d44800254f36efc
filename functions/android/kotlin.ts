const mainActivity = `package com.parley.app

import com.facebook.react.ReactActivity
import com.facebook.react.ReactActivityDelegate
import com.facebook.react.defaults.DefaultNewArchitectureEntryPoint.fabricEnabled
import com.facebook.react.defaults.DefaultReactActivityDelegate

class MainActivity : ReactActivity() {

    /** The name in app.json, by which index.js registers the app. */
    override fun getMainComponentName(): String = "Parley"

    override fun createReactActivityDelegate(): ReactActivityDelegate =
        DefaultReactActivityDelegate(this, mainComponentName, fabricEnabled)
}
`;

const mainApplication = `package com.parley.app

import android.app.Application
import com.facebook.react.PackageList
import com.facebook.react.ReactApplication
import com.facebook.react.ReactHost
import com.facebook.react.ReactNativeHost
import com.facebook.react.ReactPackage
import com.facebook.react.defaults.DefaultNewArchitectureEntryPoint.load
import com.facebook.react.defaults.DefaultReactHost.getDefaultReactHost
import com.facebook.react.defaults.DefaultReactNativeHost
import com.facebook.soloader.SoLoader

class MainApplication : Application(), ReactApplication {

    override val reactNativeHost: ReactNativeHost =
        object : DefaultReactNativeHost(this) {
            override fun getPackages(): List<ReactPackage> = PackageList(this).packages.apply { add(SpeechPackage()) }

            override fun getJSMainModuleName(): String = "index"

            override fun getUseDeveloperSupport(): Boolean = BuildConfig.DEBUG

            override val isNewArchEnabled: Boolean = BuildConfig.IS_NEW_ARCHITECTURE_ENABLED
            override val isHermesEnabled: Boolean = BuildConfig.IS_HERMES_ENABLED
        }

    override val reactHost: ReactHost
        get() = getDefaultReactHost(applicationContext, reactNativeHost)

    override fun onCreate() {
        super.onCreate()
        SoLoader.init(this, false)
        if (BuildConfig.IS_NEW_ARCHITECTURE_ENABLED) load()
    }
}
`;

const speechPackage = `package com.parley.app

import com.facebook.react.ReactPackage
import com.facebook.react.bridge.NativeModule
import com.facebook.react.bridge.ReactApplicationContext
import com.facebook.react.uimanager.ViewManager

class SpeechPackage : ReactPackage {

    override fun createNativeModules(reactContext: ReactApplicationContext): List<NativeModule> =
        listOf(SpeechRecognitionModule(reactContext), TextToSpeechModule(reactContext))

    override fun createViewManagers(reactContext: ReactApplicationContext): List<ViewManager<*, *>> = emptyList()
}
`;

const speechRecognition = `package com.parley.app

import android.Manifest
import android.content.Intent
import android.content.pm.PackageManager
import android.os.Bundle
import android.speech.RecognitionListener
import android.speech.RecognizerIntent
import android.speech.SpeechRecognizer
import com.facebook.react.bridge.Promise
import com.facebook.react.bridge.ReactApplicationContext
import com.facebook.react.bridge.ReactContextBaseJavaModule
import com.facebook.react.bridge.ReactMethod
import com.facebook.react.bridge.UiThreadUtil

/** Sends the device events SpeechPartial, SpeechResult (the words) and SpeechError (Android's code). */
class SpeechRecognitionModule(private val context: ReactApplicationContext) :
    ReactContextBaseJavaModule(context), RecognitionListener {

    private var recognizer: SpeechRecognizer? = null

    override fun getName(): String = "SpeechRecognition"

    @ReactMethod
    fun isAvailable(promise: Promise) {
        promise.resolve(SpeechRecognizer.isRecognitionAvailable(context))
    }

    @ReactMethod
    fun start(language: String, promise: Promise) {
        if (context.checkSelfPermission(Manifest.permission.RECORD_AUDIO) != PackageManager.PERMISSION_GRANTED) {
            promise.reject("permission_missing", "Microphone permission was not granted.")
            return
        }
        // A recogniser belongs to the main thread.
        UiThreadUtil.runOnUiThread {
            recognizer?.destroy()
            val started = SpeechRecognizer.createSpeechRecognizer(context)
            started.setRecognitionListener(this)
            started.startListening(buildRequest(language))
            recognizer = started
            promise.resolve(null)
        }
    }

    @ReactMethod
    fun stop() {
        UiThreadUtil.runOnUiThread { recognizer?.stopListening() }
    }

    override fun onPartialResults(partialResults: Bundle?) = emitWords("SpeechPartial", partialResults)

    override fun onResults(results: Bundle?) = emitWords("SpeechResult", results)

    override fun onError(error: Int) {
        context.emitDeviceEvent("SpeechError", error)
    }

    override fun onReadyForSpeech(params: Bundle?) {}

    override fun onBeginningOfSpeech() {}

    override fun onRmsChanged(rmsdB: Float) {}

    override fun onBufferReceived(buffer: ByteArray?) {}

    override fun onEndOfSpeech() {}

    override fun onEvent(eventType: Int, params: Bundle?) {}

    override fun invalidate() {
        UiThreadUtil.runOnUiThread { recognizer?.destroy() }
        super.invalidate()
    }

    private fun buildRequest(language: String): Intent =
        Intent(RecognizerIntent.ACTION_RECOGNIZE_SPEECH)
            .putExtra(RecognizerIntent.EXTRA_LANGUAGE_MODEL, RecognizerIntent.LANGUAGE_MODEL_FREE_FORM)
            .putExtra(RecognizerIntent.EXTRA_LANGUAGE, language)
            .putExtra(RecognizerIntent.EXTRA_PARTIAL_RESULTS, true)

    private fun emitWords(event: String, results: Bundle?) {
        val heard = results?.getStringArrayList(SpeechRecognizer.RESULTS_RECOGNITION)
        context.emitDeviceEvent(event, heard?.firstOrNull() ?: "")
    }
}
`;

const textToSpeech = `package com.parley.app

import android.speech.tts.TextToSpeech
import android.speech.tts.UtteranceProgressListener
import com.facebook.react.bridge.Promise
import com.facebook.react.bridge.ReactApplicationContext
import com.facebook.react.bridge.ReactContextBaseJavaModule
import com.facebook.react.bridge.ReactMethod
import java.util.Locale

/** Sends the device events SpeakingStarted, SpeakingDone and SpeakingFailed. */
class TextToSpeechModule(private val context: ReactApplicationContext) :
    ReactContextBaseJavaModule(context) {

    private var isReady = false

    private val voice = TextToSpeech(context) { status -> isReady = status == TextToSpeech.SUCCESS }

    override fun getName(): String = "TextToSpeech"

    /** 1.0 is the voice's usual rate. */
    @ReactMethod
    fun speak(text: String, language: String, rate: Double, promise: Promise) {
        if (!isReady) {
            promise.reject("not_ready", "The phone’s voice is not ready yet.")
            return
        }
        if (voice.setLanguage(Locale.forLanguageTag(language)) < TextToSpeech.LANG_AVAILABLE) {
            promise.reject("language_missing", "The phone has no voice for this language.")
            return
        }
        voice.setSpeechRate(rate.toFloat())
        voice.setOnUtteranceProgressListener(progress)
        voice.speak(text, TextToSpeech.QUEUE_FLUSH, null, "parley")
        promise.resolve(null)
    }

    @ReactMethod
    fun stop() {
        voice.stop()
    }

    override fun invalidate() {
        voice.shutdown()
        super.invalidate()
    }

    private val progress =
        object : UtteranceProgressListener() {
            override fun onStart(utteranceId: String?) = context.emitDeviceEvent("SpeakingStarted", null)

            override fun onDone(utteranceId: String?) = context.emitDeviceEvent("SpeakingDone", null)

            @Deprecated("Android still asks for it.")
            override fun onError(utteranceId: String?) = context.emitDeviceEvent("SpeakingFailed", null)
        }
}
`;

const folder = 'android/app/src/main/java/com/parley/app';

/** Speech modules use Android's own services, through the interface that both architectures accept. */
export const kotlinFiles = {
  [`${folder}/MainActivity.kt`]: mainActivity,
  [`${folder}/MainApplication.kt`]: mainApplication,
  [`${folder}/SpeechPackage.kt`]: speechPackage,
  [`${folder}/SpeechRecognitionModule.kt`]: speechRecognition,
  [`${folder}/TextToSpeechModule.kt`]: textToSpeech,
};
